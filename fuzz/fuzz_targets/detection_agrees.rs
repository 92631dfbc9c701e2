//! The fuzz target of [`illformed_fuzz::property::detection_agrees`].

#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(detection_agrees);

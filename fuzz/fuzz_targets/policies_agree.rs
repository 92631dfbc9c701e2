//! The fuzz target of [`illformed_fuzz::property::policies_agree`].

#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(policies_agree);

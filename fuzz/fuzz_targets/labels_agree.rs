//! The fuzz target of [`illformed_fuzz::property::labels_agree`].

#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(labels_agree, text);

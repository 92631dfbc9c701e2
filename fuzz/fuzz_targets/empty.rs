//! The fuzz target of [`illformed_fuzz::property::empty`], beside which the others are measured.

#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(empty);

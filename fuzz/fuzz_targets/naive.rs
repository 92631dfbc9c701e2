//! The fuzz target of [`illformed_fuzz::property::naive`], beside which the others are measured.

#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(naive);

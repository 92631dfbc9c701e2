//! The fuzz target of [`illformed_fuzz::property::planted_fault`], which a search is measured with.

#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(planted_fault, planted);

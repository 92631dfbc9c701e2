//! The fuzz target of [`illformed_fuzz::property::dialects_match_oracles`].

#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(dialects_match_oracles);

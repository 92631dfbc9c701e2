#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(dialects_match_oracles, illformed_fuzz::property::Seeds::Bytes);

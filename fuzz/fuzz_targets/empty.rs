#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(empty, illformed_fuzz::property::Seeds::Bytes);

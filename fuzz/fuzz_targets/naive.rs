#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(naive, illformed_fuzz::property::Seeds::Bytes);

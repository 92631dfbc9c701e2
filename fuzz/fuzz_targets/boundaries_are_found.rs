#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(boundaries_are_found, illformed_fuzz::property::Seeds::Bytes);

#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(chunks_equal_whole, illformed_fuzz::property::Seeds::Bytes);

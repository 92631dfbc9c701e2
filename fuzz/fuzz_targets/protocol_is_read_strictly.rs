#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(protocol_is_read_strictly, illformed_fuzz::property::Seeds::Text);

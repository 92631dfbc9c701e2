#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(records_are_read_strictly, illformed_fuzz::property::Seeds::Text);

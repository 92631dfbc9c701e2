#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(encode_round_trips, illformed_fuzz::property::Seeds::Bytes);

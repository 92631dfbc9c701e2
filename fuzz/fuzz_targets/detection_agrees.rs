#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(detection_agrees, illformed_fuzz::property::Seeds::Bytes);

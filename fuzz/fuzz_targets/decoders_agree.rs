#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(decoders_agree, illformed_fuzz::property::Seeds::Bytes);

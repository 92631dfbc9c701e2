#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(policies_agree, illformed_fuzz::property::Seeds::Bytes);

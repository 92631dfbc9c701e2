#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(call_scripts_follow_the_model, illformed_fuzz::property::Seeds::Calls);

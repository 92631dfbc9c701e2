#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(labels_agree, illformed_fuzz::property::Seeds::Text);

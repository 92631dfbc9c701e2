#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(labels_agree, text);

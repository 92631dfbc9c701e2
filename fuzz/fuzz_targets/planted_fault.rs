#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(planted_fault, illformed_fuzz::property::planted_seeds());

//! The fuzz target of [`illformed_fuzz::property::decoders_agree`].

#![cfg_attr(feature = "libfuzzer", no_main)]

illformed_fuzz::target!(decoders_agree);

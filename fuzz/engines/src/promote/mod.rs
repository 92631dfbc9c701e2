//! From bytes for which a property fails to the smallest that fail so, and to their seed.

mod property_decoder;
mod property_search;
mod seed;

pub(crate) use property_decoder::{decoder_name, property_decoders};
pub(crate) use property_search::PropertySearch;
pub(crate) use seed::Seed;

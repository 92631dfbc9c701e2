//! From bytes for which a property fails to a vector and a seed.

mod finding;
mod property_decoder;
mod property_search;

pub(crate) use finding::finding;
pub(crate) use property_decoder::{decoder_name, property_decoders};
pub(crate) use property_search::{NotFailing, PropertySearch};

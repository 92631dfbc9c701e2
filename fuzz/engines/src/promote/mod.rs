//! From bytes for which a property fails to the smallest that fail so, and to their seed.

mod decoded;
mod property_search;
mod seed;
mod served;

pub(crate) use decoded::{decoded, is_utf8};
pub(crate) use property_search::PropertySearch;
pub(crate) use seed::seed;
pub(crate) use served::serve_properties;

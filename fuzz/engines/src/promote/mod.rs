//! From bytes for which a property fails to the smallest that fail so, and to their seed.

mod decoded;
mod property_search;
mod seed;

pub(crate) use decoded::{decoded, is_utf8};
pub(crate) use property_search::{PropertySearch, serve_property};
pub(crate) use seed::seed;

//! Bytes in words: bits, and the way through the grammar.

mod path;
mod scenery;

pub use path::{allowed_next, path};
pub use scenery::{bits, spaced_hex};

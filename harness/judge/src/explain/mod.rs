//! Bytes in words: bits, and the way through the grammar.

mod bytes;
mod explanation;
mod lax;
mod path;
mod report;
mod scenery;

pub use bytes::{NotBytes, parse_bytes};
pub use explanation::{Explanation, ProfileReading, ReadError, ReplacedText};
pub use lax::{LaxReading, lax_readings};
pub use path::{folded_path, path};
pub use report::explain;
pub use scenery::{bits, spaced_hex};

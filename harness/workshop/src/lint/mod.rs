//! What ids, comments and flags of a suite say, held against the bytes.

mod label;
mod phrase;
mod quote;

pub use label::labels;

//! The mutants, by what they are built on.

mod blocks;
mod branchy;
mod catalogue;
mod detector;
mod encoder;
mod kinds;
mod label;
mod push;
mod shift;
mod table;

pub use catalogue::mutants;
pub use kinds::{kind_mutants, right_kinds};

//! The mutants, by what they are built on.

mod blocks;
mod branchy;
mod catalogue;
mod push;
mod shift;
mod table;
mod wide;

pub use catalogue::mutants;

//! The mutants, by what they are built on.

mod backward;
mod blocks;
mod bounded;
mod branchy;
mod calls;
mod catalogue;
mod pointer;
mod push;
mod shift;
mod table;
mod wide;

pub use catalogue::{OUT_OF_SCOPE, mutants};

//! What proves and builds illformed, and does not ship with it.
//!
//! * [`mutants`]: faulty decoders, to learn what the vectors see.
//! * [`generate`]: vectors that are worked out from the grammar, and the suite as flat files.
//! * [`lint`]: flags that bytes demand, and hex that ids and comments quote; the codec and expected texts against
//!   a second source.
//! * [`cover`]: a small choice of sets that has everything, for lists of vectors and for seeds.
//! * `cli`: the program `workshop`.

#![forbid(unsafe_code)]

#[cfg(feature = "program")]
mod causes_guide;
#[cfg(feature = "program")]
pub mod cli;
pub mod cover;
#[cfg(feature = "program")]
pub mod generate;
#[cfg(feature = "program")]
pub mod lint;
pub mod mutants;

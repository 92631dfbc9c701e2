//! What proves and builds illformed, and does not ship with it.
//!
//! * [`mutants`]: faulty decoders, to learn what the vectors see.
//! * [`generate`]: vectors that are worked out from the grammar, and the suite as flat files.
//! * [`lint`]: flags that bytes demand, and hex that ids and comments quote; the codec and expected texts against
//!   a second source.
//! * `cli`: the program `workshop`.

#![forbid(unsafe_code)]

#[cfg(feature = "program")]
mod causes_guide;
#[cfg(feature = "program")]
pub mod cli;
#[cfg(feature = "program")]
pub mod generate;
#[cfg(feature = "program")]
pub mod lint;
pub mod mutants;

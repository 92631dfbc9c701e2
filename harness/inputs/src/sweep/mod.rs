//! Systematic families of inputs: each is asked whole, and a pass proves something.

mod family;
mod positions;
mod special;
mod states;

pub use family::{Sweep, UnknownSweep};

//! Systematic families of inputs: each is asked whole, and a pass proves something.

mod family;
mod input;
mod long;
mod mixtures;
mod neighbours;
mod positions;
mod states;
mod widths;

pub use family::Sweep;
pub use input::SweepInput;
use input::{BytesVisitor, Visitor};

//! Sweeps inside the process of the decoder: what is asked for, what comes back, and the process that is asked.

mod asked;
mod order;

pub use asked::ask_sweep;
pub use order::{SweepExample, SweepLine, SweepOrder, SweptPart};

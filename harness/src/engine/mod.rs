//! The fuzz engines, driven: the targets of a checkout through libFuzzer, and what they find sorted.

mod libfuzzer;
mod status;
mod watched;

pub use libfuzzer::{CRASHED, InputLimits, LibFuzzerOutcome, LibFuzzerRun, OUT_OF_MEMORY, TIMED_OUT};
pub use status::LibFuzzerStatus;
pub use watched::{Ended, Watched};

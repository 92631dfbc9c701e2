//! Fuzzing any decoder as a black box: inputs from the grammar and from the shapes of known faults, judged by the
//! ordinary judge under the decoder's claim, shrunk, and kept by verdict and cause, so that one fault is one finding.
//!
//! ```text
//! generator -> ask -> expectation (arithmetic oracle) + judge -> shrink -> findings -> FuzzRecord
//! ```

mod campaign;
mod finding;
mod findings;
mod fresh;
mod history;
mod questions;
mod record;
mod reduction;
mod sameness;
mod search;
mod shrink;
mod sorting;
mod trace;
mod typed_input;

pub use campaign::fuzz;
pub use finding::{AlsoSeen, FailedInput, FailureClass, FuzzFinding, Reproduces};
pub use record::{FuzzRecord, FuzzedDecoder};
pub use reduction::size;
pub use sameness::{holds, same_fault};
pub use search::{FuzzOptions, FuzzProgress};
pub use shrink::{Patience, shrink};
pub use typed_input::{bytes_of_text, script_of_text};

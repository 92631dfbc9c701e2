//! Fuzzing any decoder as a black box: inputs from the grammar and from the shapes of known faults, judged by the
//! ordinary judge under the decoder's claim, shrunk, and sorted so that one fault is one finding.
//!
//! ```text
//! generator -> ask -> expectation (arithmetic oracle) + judge -> shrink -> bucket -> FuzzRecord -> text, JSON
//! ```

mod bucket;
mod calls;
mod campaign;
mod compact;
mod composition;
mod elements;
mod fresh;
mod generator;
mod history;
mod long;
mod minimal;
mod questions;
mod random;
mod record;
mod reduction;
mod sameness;
mod search;
mod shape;
mod shrink;
mod sorting;
mod text;
mod trace;

pub use calls::in_calls;
pub use campaign::fuzz;
pub use compact::{bytes_of_text, script_of_text};
pub use composition::{BLOCKS, FILLERS, composed, in_block};
pub use random::Random;
pub use record::{
    AlsoSeen, EarlierInput, FuzzExit, FuzzFinding, FuzzRecord, FuzzedDecoder, Reproduces, UnaskedAdapter,
};
pub use reduction::size;
pub use sameness::{holds, same_fault};
pub use search::{FuzzOptions, FuzzProgress};
pub use shape::{append_character, append_piece, edge};
pub use shrink::{Patience, shrink};
pub use text::fuzz_text;

//! Fuzzing any decoder as a black box: inputs from the grammar and from the shapes of known faults, judged by the
//! ordinary judge under the decoder's claim, shrunk, and sorted so that one fault is one finding.
//!
//! ```text
//! generator -> ask -> expectation (arithmetic oracle) + judge -> shrink -> bucket -> FuzzRecord -> text, JSON
//! ```

mod asked;
mod bucket;
mod calls;
mod campaign;
mod compact;
mod composition;
mod dependent;
mod elements;
mod expectation;
mod fresh;
mod generator;
mod history;
mod long;
mod minimal;
mod options;
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
mod uses;
mod way;

pub use campaign::fuzz;
pub use compact::{NotCompact, bytes_of_text, script_of_text};
pub use composition::{BLOCKS, FILLERS, composed, in_block};
pub use options::{FuzzOptions, FuzzProgress};
pub use random::Random;
pub use record::{
    AlsoSeen, EarlierInput, FuzzExit, FuzzFinding, FuzzRecord, FuzzRecordError, FuzzedDecoder, Reproduces,
    UnaskedAdapter,
};
pub use reduction::size;
pub use sameness::{holds, same_fault};
pub use shape::{append_character, append_piece, edge};
pub use shrink::{Patience, shrink};
pub use text::fuzz_text;

pub use calls::in_calls;

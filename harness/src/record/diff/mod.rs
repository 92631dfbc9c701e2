//! Compares two reports. Pure: records in, a record out.

mod case_list;
mod change;
mod compare;
mod differences;
mod pairing;
mod record;

pub use change::{CaseChange, CaseOutcome, Change, Counts};
pub use compare::compare;
pub use differences::Differences;
pub use pairing::Pair;
pub use record::{ComparedDecoder, ComparedReport, DecoderDiff, DiffRecord};

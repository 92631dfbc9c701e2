//! Compares two reports. Pure: records in, a record out.

mod change;
mod compare;
mod pairing;
mod record;

pub use change::{CaseChange, CaseOutcome, Change, Counts};
pub use compare::compare;
pub use pairing::Pair;
pub use record::{CauseChange, ComparedDecoder, ComparedReport, DecoderDiff, DiffRecord, Differences};

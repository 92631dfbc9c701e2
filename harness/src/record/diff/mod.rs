//! Compares two reports. Pure: records in, a record out.

mod aspect;
mod case_list;
mod change;
mod compare;
mod outcome;
mod pairing;
mod record;

pub use aspect::{Aspect, Difference};
pub use change::{Change, Counts};
pub use compare::{DiffOptions, compare};
pub use outcome::CaseOutcome;
pub use pairing::{Pairing, PairingError};
pub use record::{
    CaseChange, CauseCounts, DecoderDiff, DecoderFacts, DiffRecord, FailOn, ReportFacts, exit_code,
};

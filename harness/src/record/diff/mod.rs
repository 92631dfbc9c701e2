//! What became of decoders from one report to another, and over many. Pure: two records in, a record out.

mod aspect;
mod case_list;
mod change;
mod compare;
mod decoder_outcomes;
mod fail_on;
mod outcome;
mod pairing;
mod record;
mod trend;

pub use aspect::{Aspect, Difference};
pub use change::{Change, Counts};
pub use compare::{DiffOptions, compare};
pub use fail_on::{FailOn, exit_code};
pub use outcome::CaseOutcome;
pub use pairing::{Pairing, PairingError};
pub use record::{CaseChange, DecoderDiff, DecoderFacts, DiffRecord, ReportFacts};
pub use trend::{DecoderTrend, Trend, TrendPoint, TrendRecord};

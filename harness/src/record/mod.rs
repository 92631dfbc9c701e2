//! Everything that is known of a run, as data. Reports read this and nothing else.

mod cases;
mod detail;
mod exit;
mod outcomes;
mod peer_record;
mod ranges;
mod recorder;
mod run_record;
mod tally;

pub use exit::ExitReason;
pub use outcomes::{Finding, OutcomeGroup, Outcomes};
pub use peer_record::{PeerFinding, PeerRecord};
pub use ranges::Ranges;
pub use recorder::{Recorder, RunFacts};
pub use run_record::{
    AdapterNote, CaseRecord, DecoderRecord, Footer, GroupRecord, Platform, ReplacementRecord, RunRecord,
    SuiteRecord, Tool, VectorRecord,
};
pub use tally::Tally;

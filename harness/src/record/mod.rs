//! Everything that is known of a run, as data. Reports read this and nothing else.

mod baseline_record;
pub(crate) mod cases;
mod detail;
mod deviation;
mod digest;
mod exit;
mod observed;
mod outcomes;
mod peer_record;
mod ranges;
mod reading;
mod recorder;
mod run_record;
mod tally;

pub(crate) use digest::fnv1a;

pub use baseline_record::{BaselineRecord, Deviation, DeviationKind};
pub use exit::ExitReason;
pub use observed::ObservedGroup;
pub use outcomes::{Finding, OutcomeGroup, Outcomes};
pub use peer_record::{PeerFinding, PeerRecord};
pub use ranges::Ranges;
pub use reading::RecordError;
pub use recorder::{Recorder, RunFacts};
pub use run_record::{
    AdapterNote, CaseRecord, DecoderRecord, Footer, GroupRecord, Platform, ReplacementRecord, RunRecord,
    SuiteRecord, Tool, VectorRecord,
};
pub use tally::Tally;

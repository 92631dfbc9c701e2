//! Everything that is known of a run, as data. Reports read this and nothing else.

mod asked;
mod baseline_record;
pub(crate) mod cases;
mod certificate;
mod cut;
mod finding_choice;
mod outcome_recorder;
mod outcomes;
mod platform;
mod reading;
mod record;
mod recorder;
mod standing;
mod sweep_record;
mod tally;
#[cfg(test)]
pub(crate) mod test_record;

#[cfg(feature = "cli")]
pub(crate) use cut::{MOST_OF_WORD, cut};

pub use crate::record::ranges::Ranges;
pub use asked::{Asked, AskedPart};
pub use baseline_record::{BaselineDeviation, BaselineRecord, DeviationKind, UnstableRecord};
pub use certificate::Certificate;
#[cfg(feature = "cli")]
pub(crate) use certificate::NOT_SWEPT;
pub use illformed_judge::shown::Surroundings;
pub use outcomes::{CauseRecord, Finding, ObservedGroup, OutcomeGroup, Outcomes};
pub use platform::Platform;
pub use record::{
    AdapterNote, CaseRecord, DecoderRecord, Footer, GroupRecord, RunRecord, SuiteRecord, Tool, VectorRecord,
};
pub use recorder::{DecoderRecorder, RunFacts, record_run, recorded};
pub use standing::{ExitReason, Standing};
pub use sweep_record::{SWEEP_GROUP, SweepRecord, SweptRecord};
pub use tally::Tally;

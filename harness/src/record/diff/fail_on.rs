//! Which changes end a comparison with 1.

use crate::record::diff::{CaseChange, Change, DiffRecord};

/// A change that is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailOn {
    /// That change. [`Change::Regressed`] also means a case that the old report has without a judgement and that fails now,
    /// and one that passed and is [`Change::Flaky`].
    Change(Change),
    /// A case that is judged for the first time and fails, even if the old report does not have it or the decoder.
    NewFailing,
}

impl FailOn {
    /// Whether it occurs in `record`.
    pub fn occurs(self, record: &DiffRecord) -> bool {
        let mut changes = record.decoders.iter().flat_map(|decoder| &decoder.changes);
        match self {
            Self::Change(Change::Regressed) => changes.any(CaseChange::is_worse),
            Self::Change(change) => record.counts.of(change) > 0,
            Self::NewFailing => record.counts.new_failing > 0,
        }
    }
}

/// The exit code that `record` deserves: 4 if no case was judged in both reports, else 1 if one of `fail_on` occurs, else 0.
pub fn exit_code(record: &DiffRecord, fail_on: &[FailOn]) -> u8 {
    if record.counts.compared() == 0 {
        return 4;
    }
    u8::from(fail_on.iter().any(|one| one.occurs(record)))
}

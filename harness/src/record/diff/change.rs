//! How a case changed from one report to another.

use illformed_judge::named_enum;
use serde::{Deserialize, Serialize};

named_enum! {
    /// How a case of one decoder changed. The most important change comes first.
    pub enum Change {
        /// It passed, and counts against the decoder now.
        Regressed = "regressed",
        /// It counts against the decoder as before, with another verdict or another observation.
        ChangedWrong = "changed-wrong",
        /// It is judged in both, and in one of them the decoder answered differently when asked again.
        Flaky = "flaky",
        /// It counted against the decoder, and passes now.
        Fixed = "fixed",
        /// It is judged now and was not: the case or the decoder is not in the old report, or nothing could be judged.
        New = "new",
        /// It was judged and is not now: the case or the decoder is not in the new report, or nothing could be judged.
        Gone = "gone",
        /// It passes as before, or is wrong as before.
        Same = "same",
    }
}

impl Change {
    pub const CHANGED: [Self; 6] =
        [Self::Regressed, Self::ChangedWrong, Self::Flaky, Self::Fixed, Self::New, Self::Gone];
}

/// How many cases changed in which way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Counts {
    /// See [`Change::Regressed`].
    pub regressed: usize,
    /// See [`Change::ChangedWrong`].
    pub changed_wrong: usize,
    /// See [`Change::Flaky`].
    pub flaky: usize,
    /// See [`Change::Gone`].
    pub gone: usize,
    /// See [`Change::New`].
    pub new: usize,
    /// Those of `new` that count against the decoder.
    pub new_failing: usize,
    /// See [`Change::Fixed`].
    pub fixed: usize,
    /// See [`Change::Same`].
    pub same: usize,
}

impl Counts {
    fn count(&mut self, change: Change) -> &mut usize {
        match change {
            Change::Regressed => &mut self.regressed,
            Change::ChangedWrong => &mut self.changed_wrong,
            Change::Flaky => &mut self.flaky,
            Change::Gone => &mut self.gone,
            Change::New => &mut self.new,
            Change::Fixed => &mut self.fixed,
            Change::Same => &mut self.same,
        }
    }

    /// How many changed in that way, or did not change.
    pub fn of(mut self, change: Change) -> usize {
        *self.count(change)
    }

    /// How many cases were judged in both reports.
    pub const fn compared(&self) -> usize {
        self.regressed + self.changed_wrong + self.flaky + self.fixed + self.same
    }

    /// How many changed in any way.
    pub fn changed(&self) -> usize {
        Change::CHANGED.iter().map(|change| self.of(*change)).sum()
    }

    /// Counts `cases` that changed in that way; `failing` says whether they count against the decoder now.
    pub(super) fn add(&mut self, change: Change, failing: bool, cases: usize) {
        *self.count(change) += cases;
        if failing && change == Change::New {
            self.new_failing += cases;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for change in Change::ALL {
            self.add(change, false, other.of(change));
        }
        self.new_failing += other.new_failing;
    }
}

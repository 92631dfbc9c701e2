//! What a baseline says of the outcomes of a decoder.

use crate::record::run_record::Ranges;
use illformed_judge::named_enum;
use serde::{Deserialize, Serialize};

/// A decoder's outcomes, compared both ways with its baseline.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineRecord {
    pub file: String,
    /// Whether entries that no longer hold count against the run.
    pub stale_is_error: bool,
    /// Numbers of the cases that fail as is accepted.
    pub known: Ranges,
    /// Numbers of the cases that fail and are certainly not accepted.
    pub new: Ranges,
    /// Numbers of the cases that are accepted with other answers; and of those of a cause and group of which more fail than is
    /// accepted, where counts alone are known: some are new.
    pub undecided: Ranges,
    /// What is not as listed: the entries in the order of the file, then causes that are not listed.
    pub deviations: Vec<BaselineDeviation>,
    /// Why it is accepted that the decoder answers differently from time to time, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unstable: Option<UnstableRecord>,
}

/// What a baseline says of a decoder that answers differently from time to time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnstableRecord {
    pub reason: String,
    /// Whether some answer of this run differed. Not every run sees it, so that one that does not is not red.
    pub seen: bool,
}

/// A cause, or a part of an entry, that is not as listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineDeviation {
    pub kind: DeviationKind,
    /// The cause, with the group of vectors if it is about one: `accepts-surrogate in surrogate`; or `asked`, `unstable`.
    pub subject: String,
    /// The line of the file, from 1.
    pub line: usize,
    pub pointer: String,
    /// The number of cases that it is about: as many more fail, fail with other answers, or pass.
    pub cases: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<usize>,
    /// What is not as listed, as a fragment.
    pub detail: String,
}

named_enum! {
    /// How an entry is not as listed.
    pub enum DeviationKind {
        /// More cases fail for a cause than are accepted.
        Regressed = "regressed",
        /// As many cases fail, with other answers.
        ChangedWrong = "changed-wrong",
        /// Cases fail, and the reason why that was accepted is over.
        Expired = "expired",
        /// Accepted failures pass.
        Fixed = "fixed",
        /// Accepted failures were not judged, so that it is not known whether they are fixed.
        Unjudged = "unjudged",
        /// The suite is another than that of the baseline.
        Outdated = "outdated",
    }
}

impl DeviationKind {
    /// Whether it is of an entry that may be out of date, and of nothing that the decoder does.
    pub const fn is_stale(self) -> bool {
        matches!(self, Self::Fixed | Self::Unjudged | Self::Outdated)
    }
}

impl BaselineRecord {
    /// Whether entries are out of date, and that counts against the run.
    pub fn is_outdated(&self) -> bool {
        self.deviations.iter().any(|deviation| deviation.kind.is_stale() && self.counts(deviation))
    }

    /// Whether `deviation`, one of its own, makes the run fail where its cases are severe enough.
    pub const fn counts(&self, deviation: &BaselineDeviation) -> bool {
        !deviation.kind.is_stale() || self.stale_is_error
    }

    pub fn deviations_of(&self, kind: DeviationKind) -> impl Iterator<Item = &BaselineDeviation> {
        self.deviations.iter().filter(move |deviation| deviation.kind == kind)
    }

    /// Whether the entry that `pointer` names fails after the reason why it was accepted is over.
    pub fn expires(&self, pointer: &str) -> bool {
        let is_it = |one: &BaselineDeviation| one.kind == DeviationKind::Expired && one.pointer == pointer;
        self.deviations.iter().any(is_it)
    }
}

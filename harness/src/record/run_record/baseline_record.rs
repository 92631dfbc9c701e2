//! What a baseline says of the outcomes of a decoder.

use crate::record::run_record::Ranges;
use illformed_judge::named_enum;
use serde::{Deserialize, Serialize};

/// A decoder's outcomes, compared both ways with its baseline.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineRecord {
    /// The file, as it was named.
    pub file: String,
    /// Whether entries that no longer hold count against the run.
    pub stale_is_error: bool,
    /// Numbers of the cases that are listed and fail as listed.
    pub known: Ranges,
    /// Numbers of the cases that fail and are not listed.
    pub regressed: Ranges,
    /// Everything else that is not as listed, in the order of the file.
    pub deviations: Vec<Deviation>,
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

/// An entry of a baseline that is not as listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    pub kind: DeviationKind,
    /// The number of the case in the record's list; `None` when the entry as a whole is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<usize>,
    /// The entry's case or pattern.
    pub entry: String,
    /// The line of the file, from 1.
    pub line: usize,
    /// The entry as a JSON pointer.
    pub pointer: String,
    /// What is otherwise, as a fragment.
    pub detail: String,
    /// The change of the file that makes it right, in a line or two of a patch; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub patch: String,
}

named_enum! {
    /// How an entry is not as listed.
    pub enum DeviationKind {
        /// A listed failure passes.
        Fixed = "fixed",
        /// A listed failure was not judged, so that it is not known whether it is fixed.
        Unjudged = "unjudged",
        /// It fails otherwise than listed.
        ChangedWrong = "changed-wrong",
        /// It fails, and the entry's time is over.
        Expired = "expired",
        /// More cases fail for an accepted cause.
        Regressed = "regressed",
        /// Ill-formed input is refused, with another offset, length or text than before.
        Moved = "moved",
        /// The suite is another than that of the baseline.
        Outdated = "outdated",
    }
}

impl DeviationKind {
    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fixed => "Fixed",
            Self::Unjudged => "Unjudged",
            Self::ChangedWrong => "ChangedWrong",
            Self::Expired => "Expired",
            Self::Regressed => "Regressed",
            Self::Moved => "Moved",
            Self::Outdated => "Outdated",
        }
    }

    /// Whether it is of an entry that may be out of date, and of nothing that the decoder does.
    pub const fn is_stale(self) -> bool {
        matches!(self, Self::Fixed | Self::Unjudged | Self::Moved | Self::Outdated)
    }
}

impl BaselineRecord {
    /// Whether it makes the run fail; `counts` says of a case that is not accepted whether it does.
    pub fn is_red(&self, counts: impl Fn(usize) -> bool) -> bool {
        let has_new = self.regressed.iter().any(counts);
        // The cases of a group that regressed are among those that are not accepted.
        let others = self.deviations.iter().filter(|deviation| deviation.kind != DeviationKind::Regressed);
        has_new || others.into_iter().any(|deviation| self.counts(deviation))
    }

    /// Whether one of its deviations does.
    pub const fn counts(&self, deviation: &Deviation) -> bool {
        !deviation.kind.is_stale() || self.stale_is_error
    }
}

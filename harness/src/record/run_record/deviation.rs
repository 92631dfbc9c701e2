//! What a deviation from a baseline is called, and whether it counts.

use crate::record::run_record::{BaselineRecord, Deviation, DeviationKind};

impl DeviationKind {
    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fixed => "Fixed",
            Self::Unjudged => "Unjudged",
            Self::ChangedWrong => "ChangedWrong",
            Self::Expired => "Expired",
        }
    }

    /// Its name in records and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Unjudged => "unjudged",
            Self::ChangedWrong => "changed-wrong",
            Self::Expired => "expired",
        }
    }

    /// Whether it is of an entry that may be out of date, and of nothing that the decoder does.
    pub const fn is_stale(self) -> bool {
        matches!(self, Self::Fixed | Self::Unjudged)
    }
}

impl BaselineRecord {
    /// Whether it makes the run fail.
    pub fn is_red(&self) -> bool {
        !self.regressed.is_empty() || self.deviations.iter().any(|deviation| self.counts(deviation))
    }

    /// Whether one of its deviations does.
    pub const fn counts(&self, deviation: &Deviation) -> bool {
        !deviation.kind.is_stale() || self.stale_is_error
    }
}

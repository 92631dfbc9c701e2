//! What a deviation from a baseline is called, and whether it counts.

use crate::record::{BaselineRecord, Deviation, DeviationKind};

impl DeviationKind {
    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fixed => "Fixed",
            Self::ChangedWrong => "ChangedWrong",
            Self::Expired => "Expired",
        }
    }

    /// Its name in records and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::ChangedWrong => "changed-wrong",
            Self::Expired => "expired",
        }
    }
}

impl BaselineRecord {
    /// Whether it makes the run fail.
    pub fn is_red(&self) -> bool {
        let red = |deviation: &Deviation| deviation.kind != DeviationKind::Fixed || self.stale_is_error;
        !self.regressed.is_empty() || self.deviations.iter().any(red)
    }
}

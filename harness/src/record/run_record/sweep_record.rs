//! What a decoder was asked besides its cases: whole families of inputs.

use serde::{Deserialize, Serialize};

/// The group of the vectors that are made of what failed.
pub const SWEEP_GROUP: &str = "sweep";

/// The families that a decoder was asked. What failed in a way of its own is a case of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweptRecord {
    pub sweeps: Vec<SweepRecord>,
    /// Why the rest was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// One family.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepRecord {
    pub name: String,
    /// What a pass proves the decoder to be right on, as a fragment.
    pub proves: String,
    pub inputs: u64,
    pub failing: u64,
    /// Whether it was asked to its end.
    pub is_whole: bool,
}

impl SweptRecord {
    pub fn inputs(&self) -> u64 {
        self.sweeps.iter().map(|sweep| sweep.inputs).sum()
    }

    /// Whether each family in which `other` has failures was asked here, to the same end, and passed.
    pub(crate) fn passed_all_that_failed(&self, other: &Self) -> bool {
        let is_passed = |proves: &String| self.passed().any(|sweep| sweep.proves == *proves);
        other.sweeps.iter().filter(|sweep| sweep.failing > 0).all(|sweep| is_passed(&sweep.proves))
    }

    /// The families that were asked and of which every input passed.
    pub fn passed(&self) -> impl Iterator<Item = &SweepRecord> {
        self.sweeps.iter().filter(|sweep| sweep.is_whole && sweep.failing == 0 && sweep.inputs > 0)
    }
}

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

    /// Whether more inputs fail here than failed in `before`, less those that are `gone`, in families that both were asked to their
    /// end.
    pub(crate) fn fails_more_than(&self, before: &Self, gone: u64) -> bool {
        let same = |one: &&SweepRecord| {
            before.sweeps.iter().any(|other| other.proves == one.proves && other.is_whole && one.is_whole)
        };
        let failing = |swept: &Self| swept.sweeps.iter().map(|sweep| sweep.failing).sum::<u64>();
        let here = self.sweeps.iter().filter(same).map(|sweep| sweep.failing).sum::<u64>();
        here > failing(before).saturating_sub(gone)
    }

    /// The families that were asked and of which every input passed.
    pub fn passed(&self) -> impl Iterator<Item = &SweepRecord> {
        self.sweeps.iter().filter(|sweep| sweep.is_whole && sweep.failing == 0 && sweep.inputs > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_fail_than_before_where_not_all_may_be_those_of_before() {
        let swept = |failing: u64, is_whole: bool| SweptRecord {
            sweeps: vec![SweepRecord {
                name: "short".to_owned(),
                proves: "all".to_owned(),
                inputs: 9,
                failing,
                is_whole,
            }],
            stopped: None,
        };
        for (now, is_whole, gone, is_more) in [
            (6, true, 0, true),
            (5, true, 0, false),
            (5, true, 1, true),
            (4, true, 1, false),
            (9, false, 0, false),
        ] {
            assert_eq!(swept(now, is_whole).fails_more_than(&swept(5, true), gone), is_more, "{now} {gone}");
        }
    }
}

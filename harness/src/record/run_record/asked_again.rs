//! What a decoder showed when it was asked again in fresh processes.

use crate::record::run::{AskedAgain, Dependence};
use crate::record::run_record::Ranges;
use serde::{Deserialize, Serialize};

/// What a decoder showed when it was asked again. Cases are numbers of the record's list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedAgainRecord {
    /// How many cases were asked again in another order.
    pub cases: usize,
    /// Whether the same sequence of cases, asked in two fresh processes, was answered differently.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unstable: bool,
    /// Failures that a case does not show when it is asked alone, sorted by the case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependences: Vec<DependenceRecord>,
    /// Cases that were asked alone and failed as before.
    #[serde(default, skip_serializing_if = "Ranges::is_empty")]
    pub alone: Ranges,
}

/// A failure that depends on what was asked before in the same process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DependenceRecord {
    /// The case that fails.
    pub case: usize,
    /// The shortest known sequence of cases that shows it in a fresh process, asked in the order of the record.
    pub sequence: Ranges,
    /// Other decoders of the adapter that are asked the sequence before, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decoders: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl AskedAgainRecord {
    /// What the failure of `case` depends on, if it is known to depend on anything.
    pub fn dependence(&self, case: usize) -> Option<&DependenceRecord> {
        self.dependences.iter().find(|dependence| dependence.case == case)
    }

    /// The greatest case of each part.
    pub(super) fn last_cases(&self) -> impl Iterator<Item = usize> {
        let parts = |dependence: &DependenceRecord| [Some(dependence.case), dependence.sequence.last()];
        self.dependences.iter().flat_map(parts).flatten().chain(self.alone.last())
    }

    /// The names of decoders in it.
    pub(super) fn decoders(&self) -> impl Iterator<Item = &String> {
        self.dependences.iter().flat_map(|dependence| &dependence.decoders)
    }
}

impl From<&AskedAgain> for AskedAgainRecord {
    fn from(asked_again: &AskedAgain) -> Self {
        let dependence = |Dependence { case, sequence, decoders }: &Dependence| DependenceRecord {
            case: *case,
            sequence: sequence.iter().copied().collect(),
            decoders: decoders.clone(),
        };
        Self {
            cases: asked_again.cases,
            unstable: asked_again.unstable,
            dependences: asked_again.dependences.iter().map(dependence).collect(),
            alone: asked_again.alone.iter().copied().collect(),
        }
    }
}

//! What a decoder showed when it was asked again in fresh processes.

use crate::record::ranges::Ranges;
use illformed_judge::cause::Cause;
use serde::{Deserialize, Serialize};

/// What a decoder showed when it was asked again. Cases are numbers of the plan, and so of the record's list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedAgain {
    pub cases: usize,
    /// Whether the same sequence of cases, asked in two fresh processes, was answered differently.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unstable: bool,
    /// Failures that a case does not show when it is asked alone, sorted by the case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dependences: Vec<Dependence>,
    #[serde(default, skip_serializing_if = "Ranges::is_empty")]
    pub alone: Ranges,
}

/// A failure that depends on what was asked before in the same process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dependence {
    pub case: usize,
    /// The shortest known sequence of cases that shows it in a fresh process, asked in their order, the case among them. At
    /// most [`SHORT`](Self::SHORT) cases, or all cases between the first and the last that the decoder can be asked.
    pub sequence: Ranges,
    /// Other decoders of the adapter that are asked the sequence before, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decoders: Vec<String>,
}

impl Dependence {
    /// How long a sequence with gaps may be: each of its cases is a word of a command line.
    pub const SHORT: usize = 8;

    /// What the decoder does that fails so.
    pub fn cause(&self) -> Cause {
        if self.sequence.len() > Self::SHORT { Cause::ChangesWithUse } else { Cause::StateLeaks }
    }
}

impl AskedAgain {
    /// Why its answers are not those of the inputs alone, if any was seen that is not.
    pub fn cause(&self) -> Option<Cause> {
        let of_dependences = || self.dependences.iter().map(Dependence::cause).min();
        if self.unstable { Some(Cause::Unstable) } else { of_dependences() }
    }

    /// What the failure of `case` depends on, if it is known to depend on anything.
    pub fn dependence(&self, case: usize) -> Option<&Dependence> {
        self.dependences.iter().find(|dependence| dependence.case == case)
    }
}

//! What came of the sweeps of a decoder.

use crate::ask::sweep::SweptPart;
use illformed_inputs::Sweep;
use illformed_judge::judge::ScreenedFailure;
use illformed_vectors::Input;
use std::collections::BTreeMap;

/// How many inputs that fail in one way are kept: the shortest.
const MOST_EXAMPLES: usize = 3;

/// What came of one family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweptFamily {
    pub sweep: Sweep,
    /// See [`Sweep::visit`].
    pub max_len: Option<usize>,
    pub inputs: u64,
    pub failing: u64,
    /// Whether all of it was asked.
    pub is_whole: bool,
}

/// An input that fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweptFailure {
    pub input: Input,
    /// What was asked before it in the same process.
    pub previous: Option<Input>,
}

/// What came of all families that a decoder was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweptDecoder {
    /// `<adapter>/<decoder>`.
    pub name: String,
    pub families: Vec<SweptFamily>,
    /// The shortest inputs that fail in each way.
    pub failing: BTreeMap<ScreenedFailure, Vec<SweptFailure>>,
    /// An input that failed and passed when it was asked again, and what was seen, if nothing else failed.
    pub flaky: Option<(Input, String)>,
    /// What the rest of the families was not asked for, if so.
    pub stopped: Option<String>,
}

impl SweptDecoder {
    /// A decoder that was asked nothing yet.
    pub(super) fn new(name: String, sweeps: &[(Sweep, Option<usize>)]) -> Self {
        let family =
            |&(sweep, max_len)| SweptFamily { sweep, max_len, inputs: 0, failing: 0, is_whole: true };
        Self {
            name,
            families: sweeps.iter().map(family).collect(),
            failing: BTreeMap::new(),
            flaky: None,
            stopped: None,
        }
    }

    pub fn inputs(&self) -> u64 {
        self.families.iter().map(|family| family.inputs).sum()
    }

    /// A part of the family `sweep` was asked.
    pub(super) fn add_part(&mut self, sweep: Sweep, part: &SweptPart) {
        let family = self.family(sweep);
        family.inputs += part.inputs;
        family.failing += part.failing;
        family.is_whole &= !part.is_cut;
        for example in &part.examples {
            let previous = example.previous.as_ref().and_then(|previous| previous.parse().ok());
            if let Ok(input) = example.input.parse() {
                self.keep(example.failure, SweptFailure { input, previous });
            }
        }
    }

    /// A part of the family `sweep` was not asked to its end.
    pub(super) fn leave(&mut self, sweep: Sweep) {
        self.family(sweep).is_whole = false;
    }

    /// `input` fails so, and with it a part of the family.
    pub(super) fn add_break(&mut self, sweep: Sweep, failure: ScreenedFailure, input: Input) {
        let family = self.family(sweep);
        family.inputs += 1;
        family.failing += 1;
        self.keep(failure, SweptFailure { input, previous: None });
    }

    /// Adds what came of other parts of the same families.
    pub(super) fn merge(&mut self, other: Self) {
        for (family, more) in self.families.iter_mut().zip(&other.families) {
            family.inputs += more.inputs;
            family.failing += more.failing;
            family.is_whole &= more.is_whole;
        }
        for (failure, inputs) in other.failing {
            for input in inputs {
                self.keep(failure, input);
            }
        }
        self.stopped = self.stopped.take().or(other.stopped);
    }

    fn family(&mut self, sweep: Sweep) -> &mut SweptFamily {
        let place = self.families.iter().position(|family| family.sweep == sweep).unwrap_or_default();
        &mut self.families[place]
    }

    fn keep(&mut self, failure: ScreenedFailure, input: SweptFailure) {
        let inputs = self.failing.entry(failure).or_default();
        if !inputs.iter().any(|known| known.input == input.input) {
            inputs.push(input);
            inputs.sort_by_cached_key(|failing| (failing.input.bytes().len(), failing.input.clone()));
            inputs.truncate(MOST_EXAMPLES);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Input, SweptDecoder};
    use illformed_inputs::Sweep;
    use illformed_judge::judge::{ScreenedFailure, VerdictKind};

    #[test]
    fn an_input_that_ends_the_process_is_counted_as_asked() {
        let mut swept = SweptDecoder::new("a/b".to_owned(), &[(Sweep::Runs, None)]);
        let crashed = ScreenedFailure { verdict: VerdictKind::Crashed, cause: None };
        swept.add_break(Sweep::Runs, crashed, Input::Bytes(vec![0x80]));
        assert_eq!((swept.inputs(), swept.families[0].failing), (1, 1));
    }
}

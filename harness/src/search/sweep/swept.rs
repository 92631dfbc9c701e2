//! What came of the sweeps of a decoder.

use crate::ask::sweep::{SweepExample, SweptPart};
use crate::record::run_record::{SweepRecord, SweptRecord};
use illformed_inputs::Sweep;
use illformed_judge::judge::ScreenedFailure;
use illformed_vectors::{Input, hex};
use std::collections::BTreeMap;

/// How many inputs that fail in one way are kept: the shortest.
const MOST_EXAMPLES: usize = 3;

/// What came of all families that a decoder was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweptDecoder {
    /// `<adapter>/<decoder>`.
    pub name: String,
    /// Each with the longest input, see [`Sweep::visit`].
    pub families: Vec<(Sweep, Option<usize>)>,
    /// What came of each of them that it can be asked, in their order.
    pub record: SweptRecord,
    /// The shortest inputs that fail in each way.
    pub failing: BTreeMap<ScreenedFailure, Vec<SweepExample>>,
    /// An input that failed, and what is to be said of it if none of those that were found fails in the run.
    pub flaky: Option<(Input, String)>,
}

impl SweptDecoder {
    /// A decoder that was asked nothing yet, and cannot be given the bytes `cannot`.
    pub(super) fn new(name: String, families: Vec<(Sweep, Option<usize>)>, cannot: &[u8]) -> Self {
        let but = match cannot {
            [] => String::new(),
            bytes => format!("; but nothing with the bytes {}, which it cannot be given", hex::encode(bytes)),
        };
        let nothing = |(sweep, max_len): &(Sweep, Option<usize>)| SweepRecord {
            name: sweep.name().to_owned(),
            proves: sweep.proves(*max_len) + &but,
            inputs: 0,
            failing: 0,
            is_whole: true,
        };
        let record = SweptRecord { sweeps: families.iter().map(nothing).collect(), stopped: None };
        Self { name, families, record, failing: BTreeMap::new(), flaky: None }
    }

    /// A part of the family `sweep` was asked.
    pub(super) fn add_part(&mut self, sweep: Sweep, part: SweptPart) {
        let family = self.family(sweep);
        family.inputs += part.inputs;
        family.failing += part.failing;
        family.is_whole &= !part.is_cut;
        part.examples.into_iter().for_each(|example| self.keep(example));
    }

    /// A part of the family `sweep` was not asked to its end.
    pub(super) fn leave(&mut self, sweep: Sweep) {
        self.family(sweep).is_whole = false;
    }

    /// Adds what came of other parts of the same families.
    pub(super) fn merge(&mut self, other: Self) {
        for (family, more) in self.record.sweeps.iter_mut().zip(&other.record.sweeps) {
            family.inputs += more.inputs;
            family.failing += more.failing;
            family.is_whole &= more.is_whole;
        }
        other.failing.into_values().flatten().for_each(|example| self.keep(example));
        self.record.stopped = self.record.stopped.take().or(other.record.stopped);
    }

    fn family(&mut self, sweep: Sweep) -> &mut SweepRecord {
        let place = self.families.iter().position(|(family, _)| *family == sweep).unwrap_or_default();
        &mut self.record.sweeps[place]
    }

    fn keep(&mut self, example: SweepExample) {
        let examples = self.failing.entry(example.failure).or_default();
        if !examples.iter().any(|known| known.input == example.input) {
            examples.push(example);
            examples.sort_by_cached_key(|example| (example.input.bytes().len(), example.input.clone()));
            examples.truncate(MOST_EXAMPLES);
        }
    }
}

//! Failures that depend on earlier inputs: the shortest sequence that shows one from a fresh process.

use crate::record::sequence::shortest_sequence;
use crate::search::black_box::bucket::FailureClass;
use crate::search::black_box::fresh::Fresh;
use crate::search::black_box::questions::Wrong;
use crate::search::black_box::reduction::reductions;
use crate::search::black_box::search::{Failing, Search};
use crate::search::black_box::shrink::{Patience, shrink_by};
use illformed_inputs::elements;
use illformed_vectors::Input;

/// How many of the most recent inputs are asked again. Most failures need few, and many take long.
const WINDOWS: [usize; 4] = [64, 1_024, 16_384, usize::MAX];

/// How many fresh processes may be started to shorten one sequence.
const MOST_STARTS: usize = 150;

/// How many of them before a repeat is tried.
const FEW_STARTS: usize = 40;

/// How often an input is repeated at least, for counters.
const LEAST_REPEATED: usize = 300;

/// How many more to shrink each of its inputs.
const STARTS_TO_SHRINK: usize = 40;

/// Longer sequences are counters: what their inputs are hardly matters.
const SHRUNK_ONE_BY_ONE: usize = 4;

/// What all earlier inputs of a long sequence may be replaced by.
const PLAIN: [&[u8]; 3] = [b"A", b"", b"\x80"];

/// Bytes that may be asked to shrink one input of a sequence.
const MOST_BYTES: usize = 4 << 20;

/// A sequence whose last input fails in a fresh process.
pub(super) struct FailingSequence {
    /// The last fails.
    pub(super) inputs: Vec<Input>,
    pub(super) wrong: Wrong,
    /// Whether shorter or smaller ones may fail too.
    pub(super) ended_early: bool,
}

impl Search<'_> {
    /// The shortest sequence of what was asked up to `failing` that fails so from a fresh process.
    pub(super) fn failing_sequence(&mut self, failing: &Failing) -> Option<FailingSequence> {
        let class = &failing.wrong.class;
        let last = failing.traced + failing.wrong.outstanding_after as u64;
        let mut asked = 0;
        let mut found = None;
        for window in WINDOWS {
            let inputs = self.trace.until(last, window);
            if inputs.len() <= asked {
                break;
            }
            asked = inputs.len();
            if let Fresh::Fails(number, _) = self.ask_fresh(class, &inputs) {
                found = Some(inputs[..=number].to_vec());
                break;
            }
            if self.is_too_late() {
                break;
            }
        }
        let (mut inputs, mut ended_early) = self.shortened(class, &found?)?;
        if self.options.given.is_empty() || self.options.shrinks_given {
            ended_early |= self.shrink_each(class, &mut inputs);
        }
        match self.ask_fresh(class, &inputs) {
            Fresh::Fails(number, wrong) if number + 1 == inputs.len() => {
                Some(FailingSequence { inputs, wrong: *wrong, ended_early })
            }
            _ => None,
        }
    }

    /// The shortest part of `inputs` that fails so, or as many repeats of the last, for what counts; and whether shorter
    /// ones may fail too.
    fn shortened(&mut self, class: &FailureClass, inputs: &[Input]) -> Option<(Vec<Input>, bool)> {
        let first = shortest_sequence(inputs, FEW_STARTS, |inputs| self.fails_so(class, inputs))?;
        if first.items.len() <= SHRUNK_ONE_BY_ONE || !first.ended_early {
            return Some((first.items, first.ended_early));
        }
        let last = first.items.last()?.clone();
        let repeated = vec![last; first.items.len().max(LEAST_REPEATED)];
        if let Fresh::Fails(number, _) = self.ask_fresh_until(class, &repeated, true)
            && number < first.items.len()
        {
            return Some((repeated[..=number].to_vec(), false));
        }
        let shortest = shortest_sequence(&first.items, MOST_STARTS, |inputs| self.fails_so(class, inputs))?;
        Some((shortest.items, shortest.ended_early))
    }

    /// Whether the last of `inputs` fails so in a fresh process; false when there is no time left.
    fn fails_so(&mut self, class: &FailureClass, inputs: &[Input]) -> bool {
        !self.is_too_late() && self.ask_fresh(class, inputs).fails_at_the_end(inputs.len())
    }

    /// Makes the inputs of a sequence smaller, each candidate asked in a fresh process; says whether it ended early.
    fn shrink_each(&mut self, class: &FailureClass, inputs: &mut [Input]) -> bool {
        let last = inputs.len() - 1;
        if last >= SHRUNK_ONE_BY_ONE {
            for plain in PLAIN {
                let mut candidate = inputs.to_vec();
                candidate[..last].fill(Input::Bytes(plain.to_vec()));
                if candidate[..last] == inputs[..last] || self.fails_so(class, &candidate) {
                    inputs.clone_from_slice(&candidate);
                    break;
                }
            }
        }
        let first = if last >= SHRUNK_ONE_BY_ONE { last } else { 0 };
        let mut ended_early = false;
        for number in (first..=last).rev() {
            let start = self.shortest_element(class, inputs, number);
            let mut candidate = inputs.to_vec();
            let shrunk = shrink_by(reductions, &start, patience(), MOST_BYTES, &mut |smaller| {
                let fails = |input: &Input| {
                    candidate[number] = input.clone();
                    self.fails_so(class, &candidate)
                };
                smaller.iter().map(fails).collect()
            });
            inputs[number] = shrunk.input;
            ended_early |= shrunk.ended_early;
        }
        ended_early
    }

    /// Input `number` of a sequence, or an element of the grammar that stands in it and is enough: that takes fewer starts
    /// than removal does.
    fn shortest_element(&mut self, class: &FailureClass, inputs: &[Input], number: usize) -> Input {
        let Input::Bytes(bytes) = &inputs[number] else { return inputs[number].clone() };
        let held = elements().into_iter().filter(|element| {
            element.len() < bytes.len() && bytes.windows(element.len()).any(|window| window == *element)
        });
        let mut candidate = inputs.to_vec();
        for element in held {
            candidate[number] = Input::Bytes(element.to_vec());
            if self.fails_so(class, &candidate) {
                return candidate.swap_remove(number);
            }
        }
        inputs[number].clone()
    }

    /// The smallest input that is reached from `input` with each candidate asked in a fresh process, for failures that a
    /// process shows only before, or only after, it was asked something else.
    pub(super) fn shrunk_fresh(&mut self, class: &FailureClass, input: &Input) -> (Input, bool) {
        let mut inputs = [input.clone()];
        let ended_early = self.shrink_each(class, &mut inputs);
        let [input] = inputs;
        (input, ended_early)
    }
}

fn patience() -> Patience {
    Patience { inputs: STARTS_TO_SHRINK, alone: true }
}

//! Failures that depend on earlier inputs: the shortest sequence that shows one from a fresh process.

use crate::record::sequence::shortest_sequence;
use crate::search::black_box::finding::{FailureClass, FuzzFinding, Reproduces};
use crate::search::black_box::reduction::CHANGES;
use crate::search::black_box::sameness::holds;
use crate::search::black_box::search::Search;
use crate::search::black_box::shrink::{Patience, shrink_by};
use illformed_inputs::ELEMENTS;
use illformed_vectors::Input;

/// How many of the most recent inputs are asked again. Most failures need few, and many take long.
const WINDOWS: [usize; 4] = [64, 1_024, 16_384, usize::MAX];

/// How many fresh processes may be started to shorten one sequence.
const MOST_STARTS: usize = 150;

/// How many of them before a repeat is tried.
const FEW_STARTS: usize = 40;

/// How often an input is repeated at least, for counters.
const LEAST_REPEATED: usize = 300;

/// How many more to make each of its inputs smaller.
const PATIENCE: Patience = Patience { inputs: 40, alone: true };

/// Longer sequences are counters: what their inputs are hardly matters.
const SHRUNK_ONE_BY_ONE: usize = 4;

/// What all earlier inputs of a long sequence may be replaced by.
const PLAIN: [&[u8]; 3] = [b"A", b"", b"\x80"];

/// Bytes that may be asked to shrink one input of a sequence.
const MOST_BYTES: usize = 4 << 20;

impl Search<'_> {
    /// The shortest sequence of what was asked up to `failing` that fails so from a fresh process, if it is more than that
    /// input.
    pub(super) fn failing_sequence(&mut self, failing: &FuzzFinding) -> Option<FuzzFinding> {
        let class = &failing.wrong.class;
        let inputs = self.failing_window(failing)?;
        let mut example = failing.clone();
        let (inputs, ended_early) = self.shortened(class, &inputs)?;
        example.set_sequence(inputs);
        example.shrinking_ended_early = ended_early;
        example.reproduces = Reproduces::AfterEarlierInputs;
        if self.shrinks() {
            self.shrink_each(class, &mut example);
        }
        (self.is_confirmed(class, &mut example) && !example.earlier.is_empty()).then_some(example)
    }

    /// The most recent inputs, up to the first that fails so when they are asked in a fresh process.
    fn failing_window(&mut self, failing: &FuzzFinding) -> Option<Vec<Input>> {
        let last = failing.traced + failing.wrong.outstanding_after as u64;
        let mut asked = 0;
        for window in WINDOWS {
            let mut inputs = self.trace.until(last, window);
            if inputs.len() <= asked || self.is_too_late() {
                return None;
            }
            asked = inputs.len();
            if let Ok(Some((number, _))) = self.ask_fresh(&failing.wrong.class, &inputs) {
                inputs.truncate(number + 1);
                return Some(inputs);
            }
        }
        None
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
        if let Ok(Some((number, _))) = self.ask_fresh_until(class, &repeated, true)
            && number < first.items.len()
        {
            return Some((repeated[..=number].to_vec(), false));
        }
        let shortest = shortest_sequence(&first.items, MOST_STARTS, |inputs| self.fails_so(class, inputs))?;
        Some((shortest.items, shortest.ended_early))
    }

    /// Makes the inputs of `example` smaller, each candidate asked in a fresh process.
    pub(super) fn shrink_each(&mut self, class: &FailureClass, example: &mut FuzzFinding) {
        let mut inputs = example.sequence();
        let last = inputs.len() - 1;
        let is_long = last >= SHRUNK_ONE_BY_ONE;
        if is_long {
            for plain in PLAIN {
                let mut candidate = inputs.clone();
                candidate[..last].fill(Input::Bytes(plain.to_vec()));
                if candidate == inputs || self.fails_so(class, &candidate) {
                    inputs = candidate;
                    break;
                }
            }
        }
        for number in (if is_long { last } else { 0 }..=last).rev() {
            let mut candidate = inputs.clone();
            // An element of the grammar that stands in it and is enough takes fewer starts than removal does.
            let element = elements_in(&inputs[number]).into_iter().find(|element| {
                candidate[number] = element.clone();
                self.fails_so(class, &candidate)
            });
            let start = element.unwrap_or_else(|| inputs[number].clone());
            let (smallest, ended_early) = shrink_by(CHANGES, &start, PATIENCE, MOST_BYTES, &mut |smaller| {
                let fails = |input: &Input| {
                    candidate[number] = input.clone();
                    self.fails_so(class, &candidate)
                };
                smaller.iter().map(fails).collect()
            });
            inputs[number] = smallest;
            example.shrinking_ended_early |= ended_early;
        }
        example.set_sequence(inputs);
    }
}

/// The elements of the grammar that stand in `input` and are shorter.
fn elements_in(input: &Input) -> Vec<Input> {
    let Input::Bytes(bytes) = input else { return Vec::new() };
    let shorter = ELEMENTS.into_iter().filter(|element| element.len() < bytes.len());
    shorter.map(|element| Input::Bytes(element.to_vec())).filter(|element| holds(input, element)).collect()
}

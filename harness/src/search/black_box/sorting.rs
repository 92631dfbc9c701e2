//! Sorts inputs that fail: each shows a known fault, or is shrunk and shows a new one.

use crate::search::black_box::bucket::FailureClass;
use crate::search::black_box::fresh::Fresh;
use crate::search::black_box::questions::Asked;
use crate::search::black_box::reduction::{Steps, reductions, removals};
use crate::search::black_box::search::{Failing, MOST_FINDINGS, Search};
use crate::search::black_box::shrink::{Patience, Shrunk, shrink_by};
use illformed_vectors::Input;
use std::slice;

/// How many inputs may be asked to sort what fails in one way, whatever the search is.
const ASKED_AT_LEAST: u64 = 100_000;

/// How many more for each input of the search. However frequent a fault is, some is always left for another.
const ASKED_PER_EXECUTION: u64 = 4;

/// How many missing answers are waited for to make one input smaller.
const MOST_HANGS: usize = 12;

/// How many bytes are asked to make one input smaller.
const MOST_BYTES: usize = 8 << 20;

/// How many sequences of one class are looked for; what else fails so is counted to the first.
const MOST_SEQUENCES: usize = 3;

/// How many inputs of one class that did not fail again are looked into.
const MOST_UNSTABLE: u64 = 3;

impl Search<'_> {
    /// Counts `failing` for a known fault, or shrinks it to a new one. Only what fails alone in a fresh process is a fault.
    pub(super) fn sort(&mut self, failing: Failing) {
        let class = failing.wrong.class.clone();
        if self.buckets.explain(&class, &failing.input) {
            return;
        }
        if !self.options.given.is_empty() && !self.options.shrinks_given {
            return self.sort_given(failing);
        }
        if self.polluted.contains(&class) && self.buckets.count_conditional(&class, None) {
            return;
        }
        let late = self.is_over() && self.buckets.has(&class);
        if late || self.buckets.len() >= MOST_FINDINGS || !self.may_ask(&class) {
            self.found.unsorted += 1;
            return;
        }
        // The session may be in a state in which all fail so: the one way to know is to ask in another.
        let was_alone = self.buckets.is_conditional(&class);
        if was_alone && !self.fails_alone(&failing) {
            return;
        }
        let mut hangs = 0;
        let fails_here = self.fails_here(&class, &failing.input);
        let shorter = if fails_here {
            let shorter = self.shrunk(&failing.input, &class, removals, &mut hangs);
            // Most inputs show a known fault: a few questions find out, and shrinking to the end takes hundreds.
            let shortest = &shorter.input;
            if self.buckets.recall(&class, shortest)
                || self.buckets.explain(&class, shortest)
                || self.is_beside_a_known(&class, shortest)
            {
                return;
            }
            shorter
        } else {
            Shrunk { input: failing.input.clone(), ended_early: false }
        };
        if !was_alone && !self.fails_alone(&failing) {
            return;
        }
        if fails_here {
            let smallest = self.shrunk(&shorter.input, &class, reductions, &mut hangs);
            if let Fresh::Fails(_, wrong) = self.ask_alone(&class, &smallest.input) {
                let early = shorter.ended_early || smallest.ended_early;
                let bucket = self.buckets.add(failing.reduced_to(smallest.input, *wrong, early));
                self.buckets.remember(bucket, &class, shorter.input);
                return;
            }
            // What was asked before had an effect on the shrinking.
            self.polluted.push(class.clone());
        }
        self.sort_by_fresh_processes(failing, fails_here);
    }

    /// Shrinks what fails alone in a fresh process and shows something else in one that is used.
    fn sort_by_fresh_processes(&mut self, failing: Failing, fails_here: bool) {
        let class = failing.wrong.class.clone();
        let (smallest, ended_early) = self.shrunk_fresh(&class, &failing.input);
        let Fresh::Fails(_, wrong) = self.ask_alone(&class, &smallest) else {
            return self.sort_unstable(failing, "failed alone in a fresh process once, and not again");
        };
        let minimal = failing.reduced_to(smallest, *wrong, ended_early);
        if fails_here || self.fails_here(&class, &minimal.input) {
            self.buckets.add(minimal);
        } else {
            self.buckets.add_conditional(minimal.only_first());
        }
    }

    /// Whether `failing` fails so in a fresh process; if not, it is sorted with what depends on earlier inputs.
    fn fails_alone(&mut self, failing: &Failing) -> bool {
        match self.ask_alone(&failing.wrong.class, &failing.input) {
            Fresh::Fails(..) => true,
            Fresh::Passes => {
                self.sort_dependent(failing);
                false
            }
            Fresh::Unasked(why) => {
                self.sort_unstable(failing.clone(), &format!("not asked again: {why}"));
                false
            }
        }
    }

    /// Whether `input` fails so again in the session of the search.
    fn fails_here(&mut self, class: &FailureClass, input: &Input) -> bool {
        self.ask_again(class, slice::from_ref(input)).pop().as_ref().and_then(Asked::class) == Some(class)
    }

    /// Whether there are questions left for what fails so.
    fn may_ask(&self, class: &FailureClass) -> bool {
        let asked = self.asked_again.get(class).copied().unwrap_or_default();
        asked < ASKED_AT_LEAST + ASKED_PER_EXECUTION * self.found.executions
    }

    /// Asks inputs that are not the search's own, to sort what fails so.
    fn ask_again(&mut self, class: &FailureClass, inputs: &[Input]) -> Vec<Asked> {
        let count = inputs.len() as u64;
        self.found.shrinking += count;
        *self.asked_again.entry(class.clone()).or_default() += count;
        self.ask(inputs)
    }

    fn shrunk(&mut self, input: &Input, class: &FailureClass, steps: Steps, hangs: &mut usize) -> Shrunk {
        let mut given_up = false;
        let mut shrunk = shrink_by(steps, input, patience(class), MOST_BYTES, &mut |inputs| {
            if self.is_too_late() || *hangs >= MOST_HANGS {
                given_up = true;
                return vec![false; inputs.len()];
            }
            let answers = self.ask_again(class, inputs);
            let fails: Vec<bool> = answers.iter().map(|asked| asked.class() == Some(class)).collect();
            if class.hangs() {
                *hangs += fails.iter().filter(|fails| **fails).count();
            }
            fails
        });
        shrunk.ended_early |= given_up;
        shrunk
    }

    /// Whether `input` fails in the way of a known fault: it becomes the smallest that shows it, byte by byte, and fails so
    /// all the way. Shrinking goes such ways too.
    fn is_beside_a_known(&mut self, class: &FailureClass, input: &Input) -> bool {
        if class.hangs() {
            // Each step would take as long as an answer may.
            return false;
        }
        for (bucket, ways) in self.buckets.ways_from(class, input) {
            for way in ways {
                if self.is_too_late() {
                    return false;
                }
                let mut fails = |inputs: &[Input]| {
                    self.ask_again(class, inputs).iter().all(|asked| asked.class() == Some(class))
                };
                let at_once = if class.breaks_the_adapter() { 1 } else { way.len().max(1) };
                if way.chunks(at_once).all(&mut fails) {
                    self.buckets.count(bucket, class);
                    self.buckets.remember(bucket, class, input.clone());
                    return true;
                }
            }
        }
        false
    }

    /// Sorts an input that the user gave: as it is, nothing is shrunk.
    pub(super) fn sort_given(&mut self, failing: Failing) {
        let class = failing.wrong.class.clone();
        match self.ask_alone(&class, &failing.input) {
            Fresh::Fails(_, wrong) => {
                let input = failing.input.clone();
                self.buckets.add(failing.reduced_to(input, *wrong, false));
            }
            Fresh::Passes => self.sort_dependent(&failing),
            Fresh::Unasked(why) => self.sort_unstable(failing, &format!("not asked again: {why}")),
        }
    }

    /// Sorts an input that passes alone in a fresh process: after which inputs it fails, if that is found out.
    pub(super) fn sort_dependent(&mut self, failing: &Failing) {
        let class = &failing.wrong.class;
        // The rest of the batch was asked in the same state.
        self.polluted.push(class.clone());
        if self.fails_after_known(class, failing) {
            return;
        }
        let many = self.buckets.conditions(class).len() >= MOST_SEQUENCES
            || self.buckets.not_repeated(class) >= MOST_UNSTABLE;
        if many {
            if !self.buckets.count_conditional(class, None) {
                self.found.unsorted += 1;
            }
            return;
        }
        match self.failing_sequence(failing) {
            Some(sequence) if sequence.inputs.len() > 1 => {
                self.buckets.add_conditional(failing.clone().after(sequence));
            }
            // Alone it passed a moment ago.
            _ => self.sort_unstable(failing.clone(), "not reproduced: it passes in a fresh process, alone and after the inputs that were asked before"),
        }
    }

    /// Whether `failing` fails after the inputs of a known sequence; then it is counted to that.
    fn fails_after_known(&mut self, class: &FailureClass, failing: &Failing) -> bool {
        for earlier in self.buckets.conditions(class) {
            if earlier.is_empty() || self.is_too_late() {
                continue;
            }
            let inputs = [&earlier[..], slice::from_ref(&failing.input)].concat();
            if self.ask_fresh(class, &inputs).fails_at_the_end(inputs.len()) {
                return self.buckets.count_conditional(class, Some(&earlier));
            }
        }
        false
    }

    /// Sorts an input that did not fail again.
    pub(super) fn sort_unstable(&mut self, failing: Failing, why: &str) {
        self.buckets.add_not_repeated(failing.never_again(why));
    }
}

/// A crash costs a new process, a missing answer seconds, anything else nothing.
fn patience(class: &FailureClass) -> Patience {
    let inputs = if class.breaks_the_adapter() { 1_000 } else { 8_000 };
    Patience { inputs, alone: class.breaks_the_adapter() }
}

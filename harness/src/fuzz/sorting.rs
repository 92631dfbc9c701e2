//! What becomes of an input that fails: it is put down to a fault that is known, or shrunk to one that is new.

use crate::fuzz::FuzzFinding;
use crate::fuzz::asked::{Asked, Wrong};
use crate::fuzz::bucket::{FailureClass, Minimal};
use crate::fuzz::reduction::{Steps, reductions, removals};
use crate::fuzz::search::{Failing, MOST_FINDINGS, Search};
use crate::fuzz::shrink::{Patience, Shrunk, shrink_by};
use illformed_vectors::Input;
use std::slice;

/// How many inputs may be asked to sort what fails in one way, whatever the search is.
const ASKED_AT_LEAST: u64 = 100_000;

/// How many more for each input of the search. However frequent a fault is, some is always left for another.
const ASKED_PER_EXECUTION: u64 = 4;

/// How many missing answers are waited for to make one input smaller.
const MOST_HANGS: usize = 12;

impl Search<'_> {
    /// Puts what fails down to a known fault, or shrinks it to a new one.
    pub(super) fn sort(&mut self, failing: Failing) {
        let Failing { execution, input, wrong } = failing;
        if self.buckets.explain(&wrong.class, &input) {
            return;
        }
        if !self.options.given.is_empty() && !self.options.shrinks_given {
            self.buckets.add(minimal(&input, &input, wrong, execution));
            return;
        }
        let late = self.is_over(2) && self.buckets.has(&wrong.class);
        if late || self.buckets.len() >= MOST_FINDINGS || !self.may_ask(&wrong.class) {
            self.found.unsorted += 1;
            return;
        }
        let class = wrong.class.clone();
        let alone = self.ask_again(&class, slice::from_ref(&input)).pop();
        if alone.as_ref().and_then(Asked::class) != Some(&class) {
            self.add_not_repeated(&input, wrong, execution, alone);
            return;
        }
        let mut hangs = 0;
        let shorter = self.shrunk(&input, &class, removals, &mut hangs);
        // Most inputs show what others showed: a few questions tell so, and shrinking to the end takes hundreds.
        let shortest = &shorter.input;
        if self.buckets.recall(&class, shortest)
            || self.buckets.explain(&class, shortest)
            || self.is_beside_a_known(&class, shortest)
        {
            return;
        }
        let smallest = self.shrunk(&shorter.input, &class, reductions, &mut hangs);
        match self.ask_again(&class, slice::from_ref(&smallest.input)).pop() {
            Some(Asked::Wrong(last)) if last.class == class => {
                let mut minimal = minimal(&smallest.input, &input, *last, execution);
                minimal.finding.shrinking_ended_early = shorter.ended_early || smallest.ended_early;
                let bucket = self.buckets.add(minimal);
                self.buckets.remember(bucket, &class, shorter.input);
            }
            // It failed twice, by chance too.
            last => self.add_not_repeated(&input, wrong, execution, last),
        }
    }

    /// What came before it may be needed too, or it is chance.
    fn add_not_repeated(&mut self, input: &Input, mut wrong: Wrong, execution: u64, again: Option<Asked>) {
        wrong.detail = match again {
            Some(Asked::Unanswered(why)) => wrong.detail + "; not asked again: " + &why,
            _ => wrong.detail + "; not seen again when it was asked alone",
        };
        self.buckets.add_not_repeated(minimal(input, input, wrong, execution));
    }

    /// Whether there are questions left for what fails so.
    fn may_ask(&self, class: &FailureClass) -> bool {
        let asked = self.asked_again.iter().find(|(known, _)| known == class).map_or(0, |(_, asked)| *asked);
        asked < ASKED_AT_LEAST + ASKED_PER_EXECUTION * self.found.executions
    }

    /// Asks inputs that are not the search's own, to sort what fails so.
    fn ask_again(&mut self, class: &FailureClass, inputs: &[Input]) -> Vec<Asked> {
        let count = inputs.len() as u64;
        self.found.shrinking += count;
        match self.asked_again.iter_mut().find(|(known, _)| known == class) {
            Some((_, asked)) => *asked += count,
            None => self.asked_again.push((class.clone(), count)),
        }
        self.ask(inputs)
    }

    fn shrunk(&mut self, input: &Input, class: &FailureClass, steps: Steps, hangs: &mut usize) -> Shrunk {
        let mut given_up = false;
        let mut shrunk = shrink_by(steps, input, patience(class), &mut |inputs| {
            if self.is_over(2) || *hangs >= MOST_HANGS {
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
}

/// A crash costs a new process, a missing answer seconds, anything else nothing.
fn patience(class: &FailureClass) -> Patience {
    let inputs = if class.breaks_the_adapter() { 1_000 } else { 8_000 };
    Patience { inputs, alone: class.breaks_the_adapter() }
}

fn minimal(input: &Input, found_in: &Input, wrong: Wrong, execution: u64) -> Minimal {
    let Wrong { class, detail, expected, observed } = wrong;
    let finding = FuzzFinding {
        verdict: class.verdict.to_owned(),
        cause: class.cause.clone(),
        detail,
        input: written(input),
        calls: matches!(input, Input::Calls(_)),
        expected,
        observed,
        execution,
        found_in: written(found_in),
        shrinking_ended_early: false,
        hits: 1,
        also: Vec::new(),
    };
    Minimal { class, input: input.clone(), finding }
}

fn written(input: &Input) -> String {
    match input {
        Input::Bytes(bytes) => const_hex::encode(bytes),
        Input::Calls(script) => script.to_string(),
    }
}

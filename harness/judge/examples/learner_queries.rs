//! How many words the learner asks for the automaton of RFC 3629, as JSON with that automaton, so that `.ci/bench-learners` can have
//! another learner learn the same.

#![expect(clippy::print_stdout, reason = "a program for a script, which reads it")]

use illformed_judge::automata::{Learned, Machine, formats, learned, letters};
use std::collections::BTreeSet;

/// Answers as an automaton does, and counts different words.
struct Counting {
    target: Machine<u8>,
    /// The letters that stand for all bytes, if these are to be all that is asked.
    letters: Option<Vec<u8>>,
    asked: BTreeSet<Vec<u8>>,
}

/// What is answered to a word that is refused whatever follows. Only the answers of three kinds have it.
const ERROR: u8 = 2;

impl Counting {
    fn answer(&self, word: &[u8]) -> u8 {
        *self.target.answer(self.target.walk(0, word))
    }

    /// `machine`, in which each byte does what its letter does.
    fn by_letter(&self, machine: &Machine<u8>) -> Machine<u8> {
        let letter = |byte: u8| match &self.letters {
            Some(letters) => letters.iter().copied().find(|letter| same_class(*letter, byte)).unwrap_or(byte),
            None => byte,
        };
        Machine::explored(
            0,
            |state| *machine.answer(*state),
            |state, byte| machine.step(*state, letter(byte)),
        )
    }
}

fn same_class(one: u8, other: u8) -> bool {
    let utf8 = &formats()[0].machine;
    (0..utf8.len()).all(|state| utf8.step(state, one) == utf8.step(state, other))
}

impl Learned<u8> for Counting {
    fn answers(&mut self, words: &[Vec<u8>]) -> Option<Vec<u8>> {
        // After an error nothing is asked: the shorter words come first.
        let mut by_length: Vec<&Vec<u8>> = words.iter().collect();
        by_length.sort_by_key(|word| word.len());
        for word in by_length {
            let is_error =
                |len: &usize| self.asked.contains(&word[..*len]) && self.answer(&word[..*len]) == ERROR;
            if !(0..word.len()).any(|len| is_error(&len)) {
                self.asked.insert(word.clone());
            }
        }
        Some(words.iter().map(|word| self.answer(word)).collect())
    }

    fn counterexample(&mut self, hypothesis: &Machine<u8>) -> Option<Option<Vec<u8>>> {
        Some(self.by_letter(hypothesis).difference(&self.target))
    }

    fn most_states(&self) -> usize {
        usize::MAX
    }
}

fn main() {
    let utf8 = &formats()[0].machine;
    let kind = |kinds: u8, state: usize| match () {
        () if utf8.is_accepting(state) => 1,
        () if kinds == 3 && utf8.is_error(state) => ERROR,
        () => 0,
    };
    let single = |bytes: Vec<u8>| bytes.into_iter().map(|byte| vec![byte]).collect::<Vec<_>>();
    let mut rows = Vec::new();
    for kinds in [2, 3] {
        for (alphabet, classes, letters) in [
            ("12 letters", single(letters(utf8)), Some(letters(utf8))),
            ("256 bytes", single((0..=u8::MAX).collect()), None),
            ("256 bytes, 12 classes given", utf8.byte_classes(), None),
            ("256 bytes, one class given", vec![(0..=u8::MAX).collect()], None),
        ] {
            let target =
                Machine::explored(0, |state| kind(kinds, *state), |state, byte| utf8.step(*state, byte));
            let mut counting = Counting { target, letters, asked: BTreeSet::new() };
            let is_exact = learned(&mut counting, classes).is_some_and(|(machine, _)| {
                counting.by_letter(&machine).difference(&counting.target).is_none()
            });
            assert!(is_exact, "{alphabet}");
            rows.push(format!("[{kinds}, \"illformed\", \"{alphabet}\", {}]", counting.asked.len()));
        }
    }
    let states = 0..utf8.len();
    let steps: Vec<Vec<usize>> =
        states.clone().map(|state| (0..=u8::MAX).map(|byte| utf8.step(state, byte)).collect()).collect();
    let answers: Vec<u8> = states.map(|state| kind(3, state)).collect();
    println!(
        "{{\"letters\": {:?}, \"answers\": {answers:?}, \"steps\": {steps:?}, \"rows\": [{}]}}",
        letters(utf8),
        rows.join(", ")
    );
}

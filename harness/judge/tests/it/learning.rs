//! When the loop of learning ends, and with what.

use illformed_judge::automata::{Learned, Machine, formats, learned};

/// A format that answers only so often.
struct Tired {
    format: &'static Machine,
    most_states: usize,
    /// How many times it still answers.
    left: usize,
    /// Whether it does not go on when it no longer answers. Otherwise that is a fault.
    stops: bool,
    has_refused: bool,
}

impl Learned<bool> for Tired {
    fn answers(&mut self, words: &[Vec<u8>]) -> Option<Vec<bool>> {
        let left = self.left.checked_sub(1);
        self.has_refused |= left.is_none();
        self.left = left?;
        Some(words.iter().map(|word| self.format.accepts(0, word)).collect())
    }

    fn counterexample(&mut self, hypothesis: &Machine) -> Option<Option<Vec<u8>>> {
        Some(hypothesis.difference(self.format))
    }

    fn most_states(&self) -> usize {
        self.most_states
    }

    fn goes_on(&self) -> bool {
        !(self.stops && self.has_refused)
    }
}

/// What is learned of `utf8` in so many times: whether no counterexample is left, if anything is.
fn is_exact(most_states: usize, left: usize, stops: bool) -> Option<bool> {
    let format = &formats()[0].machine;
    let mut tired = Tired { format, most_states, left, stops, has_refused: false };
    let (machine, is_exact) = learned(&mut tired, format.byte_classes())?;
    assert!(!is_exact || machine == *format);
    Some(is_exact)
}

#[test]
fn what_was_learned_counts_where_the_target_stops_and_not_where_it_fails() {
    let states = formats()[0].machine.len();
    let until_exact = |stops: bool| {
        let of_left = (0..).map(|left| is_exact(states, left, stops));
        of_left.take_while(|is_exact| *is_exact != Some(true)).collect::<Vec<_>>()
    };
    let (stopped, failed) = (until_exact(true), until_exact(false));
    assert!(failed.iter().all(Option::is_none));
    assert_eq!(stopped.len(), failed.len());
    assert!(stopped.is_sorted() && stopped[0].is_none(), "nothing, then the last hypothesis: {stopped:?}");
    assert_eq!(stopped.last(), Some(&Some(false)));
}

#[test]
fn a_target_of_more_states_than_are_looked_for_is_not_learned_exactly() {
    let states = formats()[0].machine.len();
    for (most_states, exact) in [(1, false), (states - 1, false), (states, true), (states + 1, true)] {
        assert_eq!(is_exact(most_states, usize::MAX, false), Some(exact), "{most_states}");
    }
}

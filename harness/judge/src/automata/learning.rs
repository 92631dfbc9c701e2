//! The loop of learning: a hypothesis, a word that it gets wrong, a better hypothesis.

use crate::automata::{Learner, Machine};

/// Something whose automaton is learned from its answers.
pub trait Learned<A> {
    /// What it answers to each word, in order; `None` when it can no longer be asked.
    fn answers(&mut self, words: &[Vec<u8>]) -> Option<Vec<A>>;

    /// A word that it answers otherwise than `hypothesis`, or none that can be found; `None` outside when it can no longer be asked.
    fn counterexample(&mut self, hypothesis: &Machine<A>) -> Option<Option<Vec<u8>>>;

    /// How many states are looked for.
    fn most_states(&self) -> usize;

    /// Whether to go on. What does not need not answer any more.
    fn goes_on(&self) -> bool {
        true
    }
}

/// The smallest automaton that answers as `target` on all that was asked, with whether no counterexample is left: not so where the
/// target does not go on, or answers the same word differently. `classes` are the bytes that may be alike. `None` when it can no
/// longer be asked.
pub fn learned<A: Ord + Clone>(
    target: &mut dyn Learned<A>,
    classes: Vec<Vec<u8>>,
) -> Option<(Machine<A>, bool)> {
    let mut learner = Learner::new(classes, target.most_states());
    let mut last = None;
    loop {
        let hypothesis = learner.hypothesis(&mut |words| target.answers(words));
        let hypothesis = hypothesis.map(|machine| machine.minimised());
        let goes_on = target.goes_on() && learner.states() <= target.most_states();
        let Some(hypothesis) = hypothesis.filter(|_| goes_on || last.is_none()) else {
            return last.filter(|_| !goes_on).map(|machine| (machine, false));
        };
        if !goes_on {
            return Some((hypothesis, false));
        }
        let is_better = match target.counterexample(&hypothesis) {
            Some(Some(word)) => learner.refine(&word, &mut |words| target.answers(words)),
            Some(None) => return Some((hypothesis, true)),
            None => None,
        };
        match is_better {
            Some(true) => last = Some(hypothesis),
            Some(false) => return Some((hypothesis, false)),
            None => return (!target.goes_on()).then_some((hypothesis, false)),
        }
    }
}

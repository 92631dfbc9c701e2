//! Automata over all bytes: what a decoder is, if it looks at nothing but the bytes so far.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A deterministic automaton over all bytes with an answer in each state (Moore's kind): that of an acceptor is whether the
/// string may end there. State 0 is where it starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine<A = bool> {
    answers: Vec<A>,
    /// Where each byte leads from each state.
    steps: Vec<Vec<usize>>,
}

/// Words by which a state is known, shorter ones first.
pub type Identifiers = BTreeSet<(usize, Vec<u8>)>;

impl<A: Ord + Clone> Machine<A> {
    /// The automaton that begins in `start`, where `step` says what a byte makes of a state. Its states are numbered in the
    /// order in which they are reached, lower bytes first. `step` must reach finitely many.
    pub fn explored<S: Ord + Clone>(start: S, answer: impl Fn(&S) -> A, step: impl Fn(&S, u8) -> S) -> Self {
        let mut numbers: BTreeMap<S, usize> = BTreeMap::from([(start.clone(), 0)]);
        let mut reached = vec![start];
        let mut steps: Vec<Vec<usize>> = Vec::new();
        while let Some(state) = reached.get(steps.len()).cloned() {
            let mut row = Vec::with_capacity(256);
            for byte in 0..=u8::MAX {
                let next = step(&state, byte);
                // Most bytes lead where others lead: a state is copied once.
                let number = numbers.get(&next).copied().unwrap_or_else(|| {
                    numbers.insert(next.clone(), reached.len());
                    reached.push(next);
                    reached.len() - 1
                });
                row.push(number);
            }
            steps.push(row);
        }
        Self { answers: reached.iter().map(answer).collect(), steps }
    }

    /// How many states there are.
    #[expect(clippy::len_without_is_empty, reason = "an automaton has the state where it starts")]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Where `byte` leads from `state`.
    pub fn step(&self, state: usize, byte: u8) -> usize {
        self.steps[state][usize::from(byte)]
    }

    /// Where `word` leads from `state`.
    pub fn walk(&self, state: usize, word: &[u8]) -> usize {
        word.iter().fold(state, |state, byte| self.step(state, *byte))
    }

    /// What is answered in `state`.
    pub fn answer(&self, state: usize) -> &A {
        &self.answers[state]
    }

    /// The automaton that answers what `answer` makes of each answer; it need not be the smallest.
    #[must_use]
    pub fn map<B>(&self, answer: impl Fn(&A) -> B) -> Machine<B> {
        Machine { answers: self.answers.iter().map(answer).collect(), steps: self.steps.clone() }
    }

    /// Whether whatever follows is answered in the same way from both states, though these may have other answers. The automaton
    /// must be the smallest of its kind.
    pub fn leads_alike(&self, one: usize, other: usize) -> bool {
        self.steps[one] == self.steps[other]
    }

    /// The first of each states that lead alike. As many states has the smallest automaton that answers to each byte and not in
    /// its states (Mealy's kind).
    pub fn leading(&self) -> Vec<usize> {
        let is_first = |state: &usize| (0..*state).all(|before| !self.leads_alike(before, *state));
        (0..self.len()).filter(is_first).collect()
    }

    /// The smallest automaton that answers the same, with states in the order in which they are reached.
    #[must_use]
    pub fn minimised(&self) -> Self {
        // Moore's refinement: states stay together while their answers and the parts that they lead to are the same.
        let different: BTreeSet<&A> = self.answers.iter().collect();
        let part = |answer: &A| different.iter().position(|other| *other == answer).unwrap_or(0);
        let mut parts: Vec<usize> = self.answers.iter().map(part).collect();
        loop {
            let mut numbers: BTreeMap<(usize, Vec<usize>), usize> = BTreeMap::new();
            let refined: Vec<usize> = (0..self.len())
                .map(|state| {
                    let leads = self.steps[state].iter().map(|next| parts[*next]).collect();
                    let count = numbers.len();
                    *numbers.entry((parts[state], leads)).or_insert(count)
                })
                .collect();
            let before: BTreeSet<usize> = parts.iter().copied().collect();
            let is_stable = numbers.len() == before.len();
            parts = refined;
            if is_stable {
                break;
            }
        }
        let one_of = |part: usize| parts.iter().position(|other| *other == part).unwrap_or(0);
        Self::explored(
            parts[0],
            |part| self.answers[one_of(*part)].clone(),
            |part, byte| parts[self.step(one_of(*part), byte)],
        )
    }

    /// The shortest word that leads to each state, of those the least: together the state cover. Empty for a state that no
    /// word leads to.
    pub fn accesses(&self) -> Vec<Vec<u8>> {
        let mut accesses: Vec<Option<Vec<u8>>> = vec![None; self.len()];
        accesses[0] = Some(Vec::new());
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            for byte in 0..=u8::MAX {
                let next = self.step(state, byte);
                if accesses[next].is_none() {
                    let before = accesses[state].as_deref().unwrap_or_default();
                    accesses[next] = Some([before, &[byte]].concat());
                    queue.push_back(next);
                }
            }
        }
        accesses.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// For each two states the shortest word, of those the least, that is answered otherwise from the one than from the other. Found as
    /// partitions are refined: in round n the pairs that n bytes and no fewer tell apart. `None` for a state and itself,
    /// and for states that no word tells apart, of which the smallest automaton has none.
    pub fn separating(&self) -> Vec<Vec<Option<Vec<u8>>>> {
        let len = self.len();
        let mut words: Vec<Vec<Option<Vec<u8>>>> = vec![vec![None; len]; len];
        let pairs = || (0..len).flat_map(|one| (0..len).map(move |other| (one, other)));
        for (one, other) in pairs().filter(|(one, other)| self.answers[*one] != self.answers[*other]) {
            words[one][other] = Some(Vec::new());
        }
        let bytes = self.byte_classes();
        loop {
            let found: Vec<(usize, usize, Vec<u8>)> = pairs()
                .filter(|(one, other)| words[*one][*other].is_none())
                .filter_map(|(one, other)| {
                    let longer = |byte: u8| {
                        let word = words[self.step(one, byte)][self.step(other, byte)].as_ref()?;
                        Some([&[byte], word.as_slice()].concat())
                    };
                    Some((one, other, bytes.iter().find_map(|class| longer(class[0]))?))
                })
                .collect();
            if found.is_empty() {
                return words;
            }
            for (one, other, word) in found {
                words[one][other] = Some(word);
            }
        }
    }

    /// For each state the words that tell it from the others. The word of two states stands with both: the identifiers are
    /// harmonised.
    pub fn identifiers(&self) -> Vec<Identifiers> {
        let of_state = |row: &Vec<Option<Vec<u8>>>| {
            row.iter().flatten().map(|word| (word.len(), word.clone())).collect()
        };
        self.separating().iter().map(of_state).collect()
    }

    /// The bytes in classes: those of one class lead to the same state from each. Classes and bytes ascend.
    pub fn byte_classes(&self) -> Vec<Vec<u8>> {
        let mut classes: Vec<Vec<u8>> = Vec::new();
        let leads_alike = |one: u8, other: u8| {
            (0..self.len()).all(|state| self.step(state, one) == self.step(state, other))
        };
        for byte in 0..=u8::MAX {
            match classes.iter_mut().find(|class| leads_alike(class[0], byte)) {
                Some(class) => class.push(byte),
                None => classes.push(vec![byte]),
            }
        }
        classes
    }

    /// The automaton that answers what `answer` makes of the answers of both.
    #[must_use]
    pub fn product<B: Ord + Clone>(&self, other: &Self, answer: impl Fn(&A, &A) -> B) -> Machine<B> {
        Machine::explored(
            (0, 0),
            |(one, two)| answer(&self.answers[*one], &other.answers[*two]),
            |(one, two), byte| (self.step(*one, byte), other.step(*two, byte)),
        )
        .minimised()
    }

    /// The shortest string, of those the least, that the two answer otherwise; `None` if there is none.
    pub fn difference(&self, other: &Self) -> Option<Vec<u8>> {
        let differing = self.product(other, |one, two| one != two);
        let accesses = differing.accesses();
        let accepting = (0..differing.len()).filter(|state| differing.is_accepting(*state));
        accepting.map(|state| accesses[state].clone()).min_by_key(|word| (word.len(), word.clone()))
    }
}

impl Machine {
    /// Whether `word` is accepted from `state`.
    pub fn accepts(&self, state: usize, word: &[u8]) -> bool {
        self.answers[self.walk(state, word)]
    }

    /// Whether a word may end in `state`.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.answers[state]
    }

    /// Whether nothing is accepted any more, whatever follows, and all bytes lead back to `state`.
    pub fn is_error(&self, state: usize) -> bool {
        !self.answers[state] && self.steps[state].iter().all(|next| *next == state)
    }

    /// For each state how many strings of `len` bytes are accepted from it; at most `u128::MAX`.
    pub fn counts(&self, len: usize) -> Vec<u128> {
        let mut counts: Vec<u128> = self.answers.iter().map(|accepting| u128::from(*accepting)).collect();
        for _ in 0..len {
            let sum =
                |row: &Vec<usize>| row.iter().fold(0_u128, |sum, next| sum.saturating_add(counts[*next]));
            counts = self.steps.iter().map(sum).collect();
        }
        counts
    }

    /// The automaton that accepts every beginning of what this one accepts.
    #[must_use]
    pub fn beginnings(&self) -> Self {
        let mut accepting = self.answers.clone();
        loop {
            let leads = |state: usize| self.steps[state].iter().any(|next| accepting[*next]);
            let more: Vec<bool> = (0..self.len()).map(|state| accepting[state] || leads(state)).collect();
            if more == accepting {
                return Self { answers: accepting, steps: self.steps.clone() }.minimised();
            }
            accepting = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::characters;
    use crate::automata::rfc3629;

    fn utf8() -> Machine {
        characters(&rfc3629().unwrap())
    }

    #[test]
    fn rfc3629_has_nine_states_that_its_printed_grammar_reaches_with_one_byte_at_most() {
        let expected: [&[u8]; 9] =
            [b"", b"\x80", b"\xC2", b"\xE0", b"\xE1", b"\xED", b"\xF0", b"\xF1", b"\xF4"];
        assert_eq!(utf8().accesses(), expected);
        assert_eq!(utf8().minimised(), utf8());
        assert_eq!(utf8().byte_classes().len(), 12);
    }

    #[test]
    fn strings_are_counted_by_their_length() {
        // 128 characters of a byte, 1,920 of two, 61,440 of three, 1,048,576 of four.
        let [one, two, three] = [128_u128, 1_920, 61_440];
        let expected = [1, one, one * one + two, one * one * one + 2 * one * two + three];
        assert_eq!([0, 1, 2, 3].map(|len| utf8().counts(len)[0]), expected);
    }

    #[test]
    fn the_shortest_difference_is_found_and_none_between_equals() {
        let without_nul = utf8().product(&characters(&vec![vec![0..=0]]), |utf8, nul| *utf8 && !nul);
        assert_eq!(utf8().difference(&without_nul), Some(Vec::new()));
        let also_ff = Machine::explored(
            Some(0),
            |state| state.is_none_or(|state| utf8().is_accepting(state)),
            |state, byte| match state {
                Some(0) if byte == 0xFF => None,
                state => state.map(|state| utf8().step(state, byte)),
            },
        );
        assert_eq!(utf8().difference(&also_ff), Some(vec![0xFF]));
        assert_eq!(utf8().difference(&utf8()), None);
    }
}

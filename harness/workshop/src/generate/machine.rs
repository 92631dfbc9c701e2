//! The smallest automaton of a grammar of characters, and how to reach its states and tell them apart.

use illformed_judge::oracle::automaton::Ways;
use std::collections::BTreeMap;

/// What may follow: for each way through a character, the bytes that are left of it.
type Rest = Vec<Vec<(u8, u8)>>;

/// An automaton over all bytes that accepts the strings of whole characters. State 0 is where it starts.
pub(super) struct Machine {
    states: Vec<State>,
}

struct State {
    /// The shortest bytes from the start, of those the least.
    access: Vec<u8>,
    accepts: bool,
    steps: Vec<usize>,
}

impl Machine {
    /// The automaton of any number of characters that go one of `ways`. Its states are what may follow, in the order in
    /// which they are reached; nothing may follow an error.
    pub(super) fn new(ways: &Ways) -> Self {
        let bounds = |way: &Vec<std::ops::RangeInclusive<u8>>| {
            way.iter().map(|range| (*range.start(), *range.end())).collect()
        };
        let start = sorted(ways.iter().map(bounds).collect());
        let mut numbers: BTreeMap<Rest, usize> = BTreeMap::from([(start.clone(), 0)]);
        let mut reached: Vec<(Rest, Vec<u8>)> = vec![(start.clone(), Vec::new())];
        let mut states = Vec::new();
        while let Some((rest, access)) = reached.get(states.len()).cloned() {
            let mut steps = Vec::with_capacity(256);
            for byte in 0..=u8::MAX {
                let next = after(&rest, byte, &start);
                let number = *numbers.entry(next.clone()).or_insert_with(|| {
                    reached.push((next, [access.as_slice(), &[byte]].concat()));
                    reached.len() - 1
                });
                steps.push(number);
            }
            states.push(State { access, accepts: rest == start, steps });
        }
        Self { states }
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The shortest bytes that lead to `state`: together the state cover.
    pub(super) fn access(&self, state: usize) -> &[u8] {
        &self.states[state].access
    }

    /// Where `byte` leads from `state`.
    pub(super) fn step(&self, state: usize, byte: u8) -> usize {
        self.states[state].steps[usize::from(byte)]
    }

    /// Whether `word` is accepted from `state`.
    pub(super) fn accepts(&self, state: usize, word: &[u8]) -> bool {
        self.states[word.iter().fold(state, |state, byte| self.step(state, *byte))].accepts
    }

    /// For each two states the shortest word, of those the least, that is accepted from one of them alone. Found as
    /// partitions are refined: in round n the pairs that n bytes and no fewer tell apart. `None` for a state and itself,
    /// and for states that no word tells apart, of which the smallest automaton has none.
    pub(super) fn separating(&self) -> Vec<Vec<Option<Vec<u8>>>> {
        let len = self.len();
        let mut words: Vec<Vec<Option<Vec<u8>>>> = vec![vec![None; len]; len];
        let pairs = || (0..len).flat_map(|one| (0..len).map(move |other| (one, other)));
        for (one, other) in
            pairs().filter(|(one, other)| self.states[*one].accepts != self.states[*other].accepts)
        {
            words[one][other] = Some(Vec::new());
        }
        loop {
            let found: Vec<(usize, usize, Vec<u8>)> = pairs()
                .filter(|(one, other)| words[*one][*other].is_none())
                .filter_map(|(one, other)| {
                    let longer = |byte: u8| {
                        let word = words[self.step(one, byte)][self.step(other, byte)].as_ref()?;
                        Some([&[byte], word.as_slice()].concat())
                    };
                    Some((one, other, (0..=u8::MAX).find_map(longer)?))
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
}

/// What may follow `byte` where `rest` might: the start again after a whole character, nothing after an error.
fn after(rest: &Rest, byte: u8, start: &Rest) -> Rest {
    let fits =
        |way: &&Vec<(u8, u8)>| way.first().is_some_and(|(first, last)| (*first..=*last).contains(&byte));
    let next: Rest = rest.iter().filter(fits).map(|way| way[1..].to_vec()).collect();
    if next.iter().any(Vec::is_empty) { start.clone() } else { sorted(next) }
}

fn sorted(mut rest: Rest) -> Rest {
    rest.sort();
    rest.dedup();
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_judge::oracle::automaton::rfc3629;

    #[test]
    fn rfc3629_has_nine_states_that_its_printed_grammar_reaches_with_one_byte_at_most() {
        let machine = Machine::new(&rfc3629().unwrap());
        let accesses: Vec<&[u8]> = (0..machine.len()).map(|state| machine.access(state)).collect();
        let expected: [&[u8]; 9] =
            [b"", b"\x80", b"\xC2", b"\xE0", b"\xE1", b"\xED", b"\xF0", b"\xF1", b"\xF4"];
        assert_eq!(accesses, expected);
    }

    #[test]
    fn any_two_states_are_told_apart_by_their_word_both_ways() {
        let machine = Machine::new(&rfc3629().unwrap());
        for (one, row) in machine.separating().iter().enumerate() {
            for (other, word) in row.iter().enumerate() {
                assert_eq!(word.is_none(), one == other, "{one} {other}");
                if let Some(word) = word {
                    assert_ne!(machine.accepts(one, word), machine.accepts(other, word), "{one} {other}");
                    assert_eq!(Some(word), machine.separating()[other][one].as_ref());
                }
            }
        }
    }
}

//! The automaton that answers explain, with nothing asked: what is left of a decoder in the record of a run.

use crate::automata::Machine;
use std::collections::BTreeMap;

/// More states than these are not worked out: it is no small automaton then, or answers at random.
const MOST_STATES: usize = 40;

/// The automaton that a decoder must be, by `answers` to some words, if it is like `expected`, the smallest automaton of a
/// format, where the answers allow it: it answers all of these words as the decoder did. `None` if that takes too many states,
/// or a word stands there with both answers.
///
/// States are merged as in the red-blue framework (Lang, Pearlmutter and Price 1998), and where the answers leave a choice, a
/// byte leads where it does in `expected`, else to the error. What no answer tells of a state is as in the state of `expected`
/// that it stands for. One that stands for none leads by these bytes to a state whose answer is `None`.
///
/// # Examples
///
/// ```
/// use illformed_judge::automata::{formats, inferred};
///
/// let utf8 = &formats()[0].machine;
/// let answers = [(&b"\xC0"[..], false), (b"\xC0\x80", true)];
/// let machine = inferred(utf8, answers).ok_or("it is small")?;
/// assert_eq!(machine.answer(machine.walk(0, b"\xC0\x80\xC0\x80")), &Some(true));
/// # Ok::<(), &str>(())
/// ```
pub fn inferred<'a>(
    expected: &Machine,
    answers: impl IntoIterator<Item = (&'a [u8], bool)>,
) -> Option<Machine<Option<bool>>> {
    let mut tree = Tree { answers: vec![None], next: vec![BTreeMap::new()] };
    for (word, answer) in answers {
        tree.insert(word, answer)?;
    }
    let states = tree.merged(expected)?;
    let of_label = |label: usize| states.iter().find(|(_, of)| **of == Some(label)).map(|(node, _)| *node);
    Some(Machine::explored(
        Some(0),
        |node| node.and_then(|node| tree.answers[node]),
        |node, byte| {
            let seen = tree.next[(*node)?].get(&byte).copied();
            seen.or_else(|| of_label(expected.step(states[&(*node)?]?, byte)))
        },
    ))
}

/// A node for each word that was answered or begins one, with the answer. As states are merged, edges lead back.
struct Tree {
    answers: Vec<Option<bool>>,
    next: Vec<BTreeMap<u8, usize>>,
}

/// What was changed, to be undone.
enum Undo {
    Answer(usize),
    Edge(usize, u8, Option<usize>),
}

/// The nodes that are states, each with the state of the expected automaton that it stands for.
type StateNodes = BTreeMap<usize, Option<usize>>;

impl Tree {
    fn insert(&mut self, word: &[u8], answer: bool) -> Option<()> {
        let mut node = 0;
        for byte in word {
            let new = self.next.len();
            node = *self.next[node].entry(*byte).or_insert(new);
            if node == new {
                self.answers.push(None);
                self.next.push(BTreeMap::new());
            }
        }
        let known = self.answers[node].get_or_insert(answer);
        (*known == answer).then_some(())
    }

    /// Merges each node into a state, or makes a state of it.
    fn merged(&mut self, expected: &Machine) -> Option<StateNodes> {
        let error = (0..expected.len()).find(|state| expected.is_error(*state));
        let mut states = StateNodes::from([(0, Some(0))]);
        let mut in_order = vec![0];
        loop {
            let mut is_done = true;
            let mut number = 0;
            while number < in_order.len() {
                let parent = in_order[number];
                for byte in 0..=u8::MAX {
                    let Some(node) = self.next[parent].get(&byte).copied() else { continue };
                    if states.contains_key(&node) {
                        continue;
                    }
                    is_done = false;
                    let wanted = states[&parent].map(|label| expected.step(label, byte));
                    let likely = |state: &&usize| {
                        let label = states[*state];
                        (label.is_none() || label != wanted, label.is_none() || label != error)
                    };
                    let mut candidates: Vec<&usize> = in_order.iter().collect();
                    candidates.sort_by_key(likely);
                    if candidates.into_iter().any(|state| self.merge((parent, byte, node), *state)) {
                        continue;
                    }
                    let label = self.label(node, wanted, expected, &states);
                    states.insert(node, label);
                    in_order.push(node);
                }
                if in_order.len() > MOST_STATES {
                    return None;
                }
                number += 1;
            }
            if is_done {
                return Some(states);
            }
        }
    }

    /// The state of `expected` for which `node` stands: one that no other does and that answers all that follows alike, else
    /// the one where its word leads.
    fn label(
        &self,
        node: usize,
        wanted: Option<usize>,
        expected: &Machine,
        states: &StateNodes,
    ) -> Option<usize> {
        let free: Vec<usize> = wanted
            .into_iter()
            .chain(0..expected.len())
            .filter(|label| !states.values().any(|other| *other == Some(*label)))
            .collect();
        let is_like = |label: &&usize| {
            let mut open = vec![(node, **label)];
            while let Some((node, state)) = open.pop() {
                if self.answers[node].is_some_and(|answer| answer != expected.is_accepting(state)) {
                    return false;
                }
                open.extend(self.next[node].iter().map(|(byte, next)| (*next, expected.step(state, *byte))));
            }
            true
        };
        free.iter().find(is_like).or_else(|| free.first().filter(|first| Some(**first) == wanted)).copied()
    }

    /// Lets an edge lead to `state` and not to `node`, whose answers and edges become its own. Changes nothing and returns `false` if
    /// some answer contradicts that.
    fn merge(&mut self, (parent, byte, node): (usize, u8, usize), state: usize) -> bool {
        let mut changes = vec![Undo::Edge(parent, byte, self.next[parent].insert(byte, state))];
        let mut open = vec![(state, node)];
        while let Some((into, from)) = open.pop() {
            match (self.answers[into], self.answers[from]) {
                (Some(one), Some(other)) if one != other => {
                    self.undo(changes);
                    return false;
                }
                (None, Some(answer)) => {
                    self.answers[into] = Some(answer);
                    changes.push(Undo::Answer(into));
                }
                _ => {}
            }
            for (byte, next) in self.next[from].clone() {
                match self.next[into].get(&byte) {
                    Some(known) => open.push((*known, next)),
                    None => changes.push(Undo::Edge(into, byte, self.next[into].insert(byte, next))),
                }
            }
        }
        true
    }

    fn undo(&mut self, changes: Vec<Undo>) {
        for change in changes.into_iter().rev() {
            match change {
                Undo::Answer(node) => self.answers[node] = None,
                Undo::Edge(node, byte, Some(before)) => _ = self.next[node].insert(byte, before),
                Undo::Edge(node, byte, None) => _ = self.next[node].remove(&byte),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::formats;
    use crate::complete::complete_tests;

    /// What is worked out of the answers of `machine` to `words`.
    fn of(machine: &Machine, words: &[Vec<u8>]) -> Machine<Option<bool>> {
        let answers = words.iter().map(|word| (word.as_slice(), machine.accepts(0, word)));
        inferred(utf8(), answers).expect("it is small")
    }

    fn utf8() -> &'static Machine {
        &formats()[0].machine
    }

    fn accepting(machine: &Machine<Option<bool>>) -> Machine {
        machine.map(|answer| *answer == Some(true))
    }

    /// The automaton of RFC 3629 whose step `from` by `byte` leads to `to`.
    fn redirected(from: usize, byte: u8, to: usize) -> Machine {
        let right = utf8();
        Machine::explored(
            0,
            |state| right.is_accepting(*state),
            |state, next| if (*state, next) == (from, byte) { to } else { right.step(*state, next) },
        )
    }

    #[test]
    fn each_single_wrong_step_is_worked_out_of_the_complete_suite() {
        let (right, words) = (utf8(), complete_tests());
        let error = (0..right.len()).find(|state| right.is_error(*state)).expect("it has one");
        let every = if std::env::var_os("ILLFORMED_WHOLE").is_some() { 1 } else { 191 };
        let steps = (0..right.len())
            .flat_map(|from| (0..=u8::MAX).map(move |byte| (from, byte, right.step(from, byte))));
        let faults = steps.flat_map(|(from, byte, expected)| {
            (0..right.len()).filter(move |to| *to != expected).map(move |to| (from, byte, to))
        });
        let (mut all, mut exact, mut other) = (0, 0, 0);
        for (from, byte, to) in faults.step_by(every) {
            let faulty = redirected(from, byte, to);
            let found = accepting(&of(&faulty, words));
            all += 1;
            if found.difference(&faulty).is_none() {
                exact += 1;
                continue;
            }
            // Of a step that should not lead to the error the suite asks no more than whether it leads where it should.
            let refusing = redirected(from, byte, error);
            let answers = |word: &Vec<u8>| faulty.accepts(0, word) == refusing.accepts(0, word);
            if !words.iter().all(answers) || found.difference(&refusing).is_some() {
                other += 1;
            }
        }
        // A step by the byte 80 takes away the words by which the suite reaches the other states: some automaton answers them alike.
        assert!(other * 1000 < all, "{other} of {all}");
        assert!(exact * 5 > all * 4, "{exact} of {all}");
    }

    #[test]
    fn a_known_format_answers_the_suite_as_what_is_worked_out_of_it() {
        let words = complete_tests();
        for format in formats() {
            let found = accepting(&of(&format.machine, words));
            for word in words {
                let expected = format.machine.accepts(0, word);
                assert_eq!(found.accepts(0, word), expected, "{} {word:02X?}", format.name);
            }
            let is_whole = ["utf8", "generalized", "ucs2-surrogates", "overlong", "utf8-f7", "ascii"];
            if is_whole.contains(&&*format.name) {
                assert_eq!(found.difference(&format.machine), None, "{}", format.name);
            }
        }
    }

    #[test]
    fn what_no_answer_tells_of_a_new_state_is_unknown() {
        // FF FF is accepted, FF is not, nor is FF FF FF: no state of RFC 3629 is like that behind FF.
        let odd: [&[u8]; 3] = [b"", b"\xFF\xFF", b"\x80"];
        let words = [&[b"\xFF".to_vec(), b"\xFF\xFF".to_vec()][..], complete_tests()].concat();
        let answers = words
            .iter()
            .map(|word| (word.as_slice(), odd[..2].contains(&&**word) || utf8().accepts(0, word)));
        let machine = inferred(utf8(), answers).expect("it is small");
        let state = machine.walk(0, b"\xFF");
        assert_eq!(machine.answer(machine.step(state, 0xFF)), &Some(true));
        assert_eq!(machine.answer(machine.step(state, 0x41)), &None);
    }

    #[test]
    fn a_byte_that_nothing_is_known_of_leads_to_the_error() {
        // FF stands for no state. FF 41 could be answered by C2, by the error F5, and by FF itself.
        let answers: [(&[u8], bool); 10] = [
            (b"", true),
            (b"\xC2", false),
            (b"\xC2\x80", true),
            (b"\xC2\x81", true),
            (b"\xF5", false),
            (b"\xF5\x80", false),
            (b"\xFF", false),
            (b"\xFF\x80", true),
            (b"\xFF\x81", false),
            (b"\xFFA", false),
        ];
        let machine = inferred(utf8(), answers).expect("it is small");
        assert_eq!(machine.walk(0, b"\xFFA"), machine.walk(0, b"\xF5"));
    }

    #[test]
    fn an_automaton_has_at_most_forty_states() {
        // After `count` bytes the answer is yes, and at no other place.
        let after = |count: usize| {
            let words: Vec<Vec<u8>> = (0..=count + 1).map(|len| vec![b'A'; len]).collect();
            let answers = words.iter().map(|word| (word.as_slice(), word.len() == count));
            inferred(utf8(), answers)
        };
        let whole = after(MOST_STATES - 1).expect("it has forty states");
        assert_eq!(whole.answer(whole.walk(0, &[b'A'; MOST_STATES - 1])), &Some(true));
        assert_eq!(after(MOST_STATES), None);
    }

    #[test]
    fn answers_of_no_small_automaton_are_not_worked_out() {
        assert_eq!(inferred(utf8(), [(&b"A"[..], true), (b"A", false)]), None);
        let at_random = |word: &Vec<u8>| {
            word.iter().fold(7_u32, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x9E37_79B1)) >> 31 == 0
        };
        let words = complete_tests();
        assert_eq!(inferred(utf8(), words.iter().map(|word| (word.as_slice(), at_random(word)))), None);
    }

    #[test]
    fn what_few_answers_tell_is_the_expected_automaton_but_for_them() {
        for (byte, told) in [
            // Behind C0 it is as behind the lead byte of two bytes; no answer leads to the error.
            (
                0xC0,
                [
                    (&b"A"[..], Some(true)),
                    (b"\xC3\xA9", Some(true)),
                    (b"\xC0\xBF", Some(true)),
                    (b"\xC0A", None),
                ],
            ),
            // Nothing in it is as behind FF; it stands for the error, and so does what leads to that.
            (
                0xFF,
                [
                    (b"A", Some(true)),
                    (b"\xFF", Some(false)),
                    (b"\xFFA", Some(false)),
                    (b"\xFF\xFFA", Some(true)),
                ],
            ),
        ] {
            let other = [byte, if byte == 0xC0 { 0x80 } else { byte }];
            let answers = [(&b""[..], true), (&[byte], false), (&other, true)];
            let machine = inferred(utf8(), answers).expect("it is small");
            for (word, answer) in told {
                assert_eq!(*machine.answer(machine.walk(0, word)), answer, "{other:02X?}: {word:02X?}");
            }
        }
    }
}

//! Complete suites: the words that tell an automaton from all others of a size.

use crate::automata::{Identifiers, KnownFormat, Machine, formats};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The words of the HSI method for `machine`, which must be the smallest of its kind, and `extra` more states, over the
/// letters of `letters`: every state is reached, by as many letters more as there are extra states and one, and the state
/// where that leads is identified.
///
/// A decoder that answers all of them as `machine` and has at most so many more states, each reached by these letters, answers
/// all strings as it (Luo, Petrenko and von Bochmann 1994; for the domain, Vaandrager and Melse 2025). The words are in order
/// and none stands twice.
pub fn complete_words<A: Ord + Clone>(
    machine: &Machine<A>,
    letters: &[u8],
    extra: usize,
) -> BTreeSet<Vec<u8>> {
    let cover = StateCover { ends: machine.accesses(), identifiers: machine.identifiers() };
    cover.words(machine, letters, extra)
}

/// The same for a decoder whose answer after each byte of a word is seen, with every beginning of every word: states that differ
/// in nothing but their answer count as one, see [`Machine::leading`].
pub fn stepwise_words<A: Ord + Clone>(
    machine: &Machine<A>,
    letters: &[u8],
    extra: usize,
) -> BTreeSet<Vec<u8>> {
    let words = StateCover::stepwise(machine).words(machine, letters, extra);
    words.iter().flat_map(|word| (0..=word.len()).map(|len| word[..len].to_vec())).collect()
}

/// The same words in chunks: a cut is one letter more, which leads from each state to itself. Each state is reached, then comes a cut
/// before or behind one of `letters`, or two cuts, and then what identifies the state; each of these words comes byte by byte too.
/// A decoder that takes chunks and answers all of them as `machine` the whole has no state that only a cut leads to, unless it
/// has more states.
pub fn cut_words<A: Ord + Clone>(machine: &Machine<A>, letters: &[u8]) -> BTreeSet<Vec<Vec<u8>>> {
    let cover = StateCover::stepwise(machine);
    let mut all = BTreeSet::new();
    let mut add = |chunks: [&[u8]; 3], state: usize| {
        for (_, word) in &cover.identifiers[state] {
            for len in 0..=word.len() {
                let [before, between, after] = chunks;
                let after = [after, &word[..len]].concat();
                all.insert(vec![before.to_vec(), between.to_vec(), after.clone()]);
                all.insert(vec![before.to_vec(), [between, &after].concat()]);
                let whole = [before, between, &after].concat();
                all.insert(whole.iter().map(|byte| vec![*byte]).collect());
            }
        }
    };
    for end in &cover.ends {
        let state = machine.walk(0, end);
        add([end, &[], &[]], state);
        for letter in letters {
            let next = machine.step(state, *letter);
            add([end, &[*letter], &[]], next);
            add([&[end.as_slice(), &[*letter]].concat(), &[], &[]], next);
        }
    }
    all
}

/// What leads to each state, and what identifies it.
struct StateCover {
    ends: Vec<Vec<u8>>,
    identifiers: Vec<Identifiers>,
}

impl StateCover {
    /// Of states that lead alike the first, and words that tell them apart by what comes after: the answers of the states may come
    /// from what was before.
    fn stepwise<A: Ord + Clone>(machine: &Machine<A>) -> Self {
        let (accesses, separating) = (machine.accesses(), machine.separating());
        let (leading, classes) = (machine.leading(), machine.byte_classes());
        let word = |one: usize, other: usize| {
            let after = |class: &Vec<u8>| {
                let byte = class[0];
                let rest = separating[machine.step(one, byte)][machine.step(other, byte)].as_ref()?;
                Some([&[byte], rest.as_slice()].concat())
            };
            classes.iter().filter_map(after).min_by_key(|word| (word.len(), word.clone()))
        };
        let words_of = |one: usize| -> Identifiers {
            let words = leading.iter().filter_map(|other| word(one, *other));
            words.map(|word| (word.len(), word)).collect()
        };
        Self {
            ends: leading.iter().map(|state| accesses[*state].clone()).collect(),
            identifiers: (0..machine.len()).map(words_of).collect(),
        }
    }

    /// Each end, so many letters more, and the identifiers of the state where that leads.
    fn words<A: Ord + Clone>(self, machine: &Machine<A>, letters: &[u8], extra: usize) -> BTreeSet<Vec<u8>> {
        let mut words = BTreeSet::new();
        let mut ends = self.ends;
        for longer in 0..=extra + 1 {
            for end in &ends {
                let state = machine.walk(0, end);
                // A machine of one state needs no identifier: each word by itself is asked.
                let all = self.identifiers[state].iter().map(|(_, word)| word.as_slice()).chain([&[][..]]);
                words.extend(all.map(|word| [end.as_slice(), word].concat()));
            }
            if longer <= extra {
                let one_more = ends
                    .iter()
                    .flat_map(|end| letters.iter().map(|letter| [end.as_slice(), &[*letter]].concat()));
                ends = one_more.collect();
            }
        }
        words
    }
}

/// The complete suites of all known formats, each over its classes: what any of them answers otherwise than another. The shorter
/// words come first.
pub fn family() -> &'static [Vec<u8>] {
    static FAMILY: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let suite = |format: &KnownFormat| complete_words(&format.machine, &letters(&format.machine), 0);
        let words: BTreeSet<Vec<u8>> = formats().iter().flat_map(suite).collect();
        let mut words: Vec<Vec<u8>> = words.into_iter().collect();
        words.sort_by_key(Vec::len);
        words
    });
    &FAMILY
}

/// One byte of each class of `machine`: the letters of a suite for decoders that keep its classes.
pub fn letters<A: Ord + Clone>(machine: &Machine<A>) -> Vec<u8> {
    machine.byte_classes().iter().map(|class| class[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::{PieceChange, ReplacingModel};
    use crate::complete::complete_tests;
    use illformed_codec::{Policy, Profile, REPLACEMENT};

    #[test]
    fn the_suites_of_all_formats_are_within_that_of_the_family() {
        assert!(family().is_sorted_by_key(Vec::len));
        let words: BTreeSet<&Vec<u8>> = family().iter().collect();
        assert_eq!(words.len(), family().len());
        for format in formats() {
            let suite = complete_words(&format.machine, &letters(&format.machine), 0);
            assert!(suite.iter().all(|word| words.contains(word)), "{}", format.name);
        }
    }

    #[test]
    fn over_all_bytes_it_is_the_shipped_suite_and_what_identifies_nothing() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let words = complete_words(&formats()[0].machine, &all, 0);
        let shipped: BTreeSet<Vec<u8>> = complete_tests().iter().cloned().collect();
        assert!(shipped.is_subset(&words));
        assert!(words.len() < 14_500, "{}", words.len());
    }

    #[test]
    fn one_letter_of_each_class_is_enough_for_what_keeps_the_classes() {
        let utf8 = &formats()[0].machine;
        let words = complete_words(utf8, &letters(utf8), 0);
        assert!(words.len() < 700, "{}", words.len());
        for format in &formats()[1..] {
            let is_told = words.iter().any(|word| format.machine.accepts(0, word) != utf8.accepts(0, word));
            // What needs letters of its own, such as noncharacters and NUL, or four states more, as pairs do, is beyond it.
            let is_beyond = ["nonchar", "fffe", "xml", "nul", "mutf8", "c080", "utf8-cesu8"];
            let is_beyond = is_beyond.iter().any(|part| format.name.contains(part));
            assert!(is_told || is_beyond, "{}", format.name);
        }
    }

    /// A decoder that puts one U+FFFD for each maximal subpart.
    fn replacing() -> Machine<PieceChange> {
        let (profile, policy) = (Profile::Rfc3629, Policy::MaximalSubpart);
        let replacement = REPLACEMENT;
        ReplacingModel { profile, policy, strips_bom: false, drops_end: false, replacement }.machine()
    }

    /// What a decoder that takes the wrong step `from` by the byte `letter` to `to` gives for `words`, each answer once.
    fn is_seen(
        right: &Machine<PieceChange>,
        words: &[Vec<u8>],
        (from, letter, to): (usize, usize, usize),
    ) -> bool {
        let classes = right.byte_classes();
        let is_of = |byte: u8| classes[letter].contains(&byte);
        words.iter().any(|word| {
            let (mut state, mut expected) = (0, 0);
            for byte in word {
                let is_wrong = right.leads_alike(state, from) && is_of(*byte);
                state = if is_wrong { to } else { right.step(state, *byte) };
                expected = right.step(expected, *byte);
            }
            right.answer(state) != right.answer(expected)
        })
    }

    #[test]
    fn each_wrong_step_of_a_decoder_that_replaces_is_seen_unless_nothing_shows_it() {
        let right = replacing();
        let words: Vec<Vec<u8>> = stepwise_words(&right, &letters(&right), 0).into_iter().collect();
        let every = if std::env::var_os("ILLFORMED_WHOLE").is_some() { 1 } else { 7 };
        let (states, classes) = (right.len(), right.byte_classes());
        let steps =
            right.leading().into_iter().flat_map(|from| (0..classes.len()).map(move |letter| (from, letter)));
        let faults = steps.flat_map(|(from, letter)| (0..states).map(move |to| (from, letter, to)));
        let mut found = 0;
        for fault in faults.step_by(every) {
            let (from, letter, to) = fault;
            if is_seen(&right, &words, fault) {
                found += 1;
                continue;
            }
            let faulty = Machine::explored(
                0,
                |state| right.answer(*state).clone(),
                |state, byte| {
                    if *state == from && classes[letter].contains(&byte) {
                        to
                    } else {
                        right.step(*state, byte)
                    }
                },
            );
            assert_eq!(faulty.difference(&right), None, "{fault:?}");
        }
        let all = right.leading().len() * classes.len() * states / every;
        assert!(found * 10 > all * 9, "{found} of {all}");
    }

    #[test]
    fn a_fault_that_needs_one_state_more_is_beyond_the_suite_and_within_the_next() {
        let right = replacing();
        // After C0 C0 a continuation byte is read otherwise: a state that the right one has not.
        let sees = |extra: usize| {
            let words = stepwise_words(&right, &letters(&right), extra);
            words.iter().any(|word| word.ends_with(b"\xC0\xC0\x80"))
        };
        assert!(!sees(0) && sees(1));
    }

    #[test]
    fn a_cut_that_leads_from_any_state_to_another_is_seen() {
        let right = replacing();
        let inputs = cut_words(&right, &letters(&right));
        let text = |chunks: &[Vec<u8>], cut: Option<(usize, usize)>| {
            let (mut state, mut text) = (0, Vec::new());
            for chunk in chunks {
                for byte in chunk {
                    state = right.step(state, *byte);
                    right.answer(state).apply(&mut text);
                }
                state = cut.filter(|(from, _)| *from == state).map_or(state, |(_, to)| to);
            }
            text
        };
        for from in 0..right.len() {
            for to in (0..right.len()).filter(|to| !right.leads_alike(from, *to)) {
                let is_seen =
                    inputs.iter().any(|chunks| text(chunks, Some((from, to))) != text(chunks, None));
                assert!(is_seen, "{from} {to}");
            }
        }
    }
}

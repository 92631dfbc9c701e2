//! Complete suites: the words that tell an automaton from all others of a size.

use crate::automata::{Format, Identifiers, Machine, formats};
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
    let ends = machine.accesses();
    words(machine, ends, &machine.identifiers(), letters, extra)
}

/// The same for a decoder whose answer after each byte of a word is seen, with every beginning of every word: states that differ
/// in nothing but their answer count as one, see [`Machine::leading`].
pub fn stepwise_words<A: Ord + Clone>(
    machine: &Machine<A>,
    letters: &[u8],
    extra: usize,
) -> BTreeSet<Vec<u8>> {
    let (accesses, separating, classes) = (machine.accesses(), machine.separating(), machine.byte_classes());
    let leading = machine.leading();
    // What tells two states apart begins with a byte: their own answers may come from what was before.
    let word = |one: usize, other: usize| {
        let after = |class: &Vec<u8>| {
            let byte = class[0];
            let rest = separating[machine.step(one, byte)][machine.step(other, byte)].as_ref()?;
            Some([&[byte], rest.as_slice()].concat())
        };
        classes.iter().filter_map(after).min_by_key(|word| (word.len(), word.clone()))
    };
    let identifiers: Vec<Identifiers> = (0..machine.len())
        .map(|one| {
            let words = leading.iter().filter_map(|other| word(one, *other));
            words.map(|word| (word.len(), word)).collect()
        })
        .collect();
    let ends = leading.iter().map(|state| accesses[*state].clone()).collect();
    let words = words(machine, ends, &identifiers, letters, extra);
    words.iter().flat_map(|word| (0..=word.len()).map(|len| word[..len].to_vec())).collect()
}

/// Each of `ends`, so many letters more, and the identifiers of the state where that leads.
fn words<A: Ord + Clone>(
    machine: &Machine<A>,
    mut ends: Vec<Vec<u8>>,
    identifiers: &[Identifiers],
    letters: &[u8],
    extra: usize,
) -> BTreeSet<Vec<u8>> {
    let mut words = BTreeSet::new();
    for longer in 0..=extra + 1 {
        for end in &ends {
            let state = machine.walk(0, end);
            // A machine of one state needs no identifier: each word by itself is asked.
            let all = identifiers[state].iter().map(|(_, word)| word.as_slice()).chain([&[][..]]);
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

/// The complete suites of all known formats, each over its classes: what any of them answers otherwise than another. The shorter
/// words come first.
pub fn family() -> &'static [Vec<u8>] {
    static FAMILY: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let suite = |format: &Format| complete_words(&format.machine, &letters(&format.machine), 0);
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
    use illformed_vectors::CompleteFile;

    #[test]
    fn over_all_bytes_it_is_the_shipped_suite_and_what_identifies_nothing() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let words = complete_words(&formats()[0].machine, &all, 0);
        let shipped: BTreeSet<Vec<u8>> =
            CompleteFile::embedded().tests().into_iter().map(|test| test.bytes).collect();
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
}

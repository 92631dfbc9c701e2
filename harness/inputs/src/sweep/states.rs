//! The automaton of the grammar over a byte of each class, worked out from what is well-formed.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A byte of each class of the grammar: two bytes of one class are read alike wherever they stand.
pub(super) const LETTERS: [u8; 12] = [0x41, 0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4];

/// What leads to each state of the automaton: between characters, the error, within each kind of character.
pub(super) const ACCESS: [&[u8]; 9] =
    [b"", b"\x80", b"\xC2", b"\xE0", b"\xE1", b"\xED", b"\xF0", b"\xF1", b"\xF4"];

/// The states over [`LETTERS`].
pub(super) struct States {
    /// The bytes of each letter's class.
    pub(super) classes: [Vec<u8>; LETTERS.len()],
    /// Where each letter leads.
    pub(super) steps: [[usize; LETTERS.len()]; ACCESS.len()],
    /// For each state the words that tell it from the others, one for each other state, the shortest first. The word of two
    /// states stands with both.
    pub(super) identifiers: [BTreeSet<(usize, Vec<u8>)>; ACCESS.len()],
}

pub(super) static STATES: LazyLock<States> = LazyLock::new(|| {
    let mut words: Vec<Vec<u8>> = vec![Vec::new()];
    for len in 1..=3 {
        let longer = words
            .iter()
            .filter(|word| word.len() == len - 1)
            .flat_map(|word| LETTERS.into_iter().map(move |letter| [word.as_slice(), &[letter]].concat()));
        let longer: Vec<Vec<u8>> = longer.collect();
        words.extend(longer);
    }
    let accepts = |start: &[u8], word: &[u8]| str::from_utf8(&[start, word].concat()).is_ok();
    let behaviour = |start: &[u8]| -> Vec<bool> { words.iter().map(|word| accepts(start, word)).collect() };
    let of_states = ACCESS.map(behaviour);
    let separating = |one: usize, other: usize| {
        (0..words.len()).find(|place| of_states[one][*place] != of_states[other][*place])
    };
    let separating_any: BTreeSet<usize> =
        (0..ACCESS.len()).flat_map(|one| (0..one).filter_map(move |other| separating(one, other))).collect();
    // These words tell any two states apart, so that bytes with this behaviour lead to this state.
    let state = |bytes: &[u8]| {
        let is_alike = |known: &Vec<bool>| {
            separating_any.iter().all(|place| known[*place] == accepts(bytes, &words[*place]))
        };
        of_states.iter().position(is_alike).unwrap_or(1)
    };
    // What a byte leads to from each state says which class it is of.
    let leads = |byte: u8| ACCESS.map(|access| state(&[access, &[byte]].concat()));
    let of_letters = LETTERS.map(leads);
    let of_bytes: Vec<_> = (0..=u8::MAX).map(leads).collect();
    let class = |letter: usize| {
        let alike = (0..=u8::MAX).filter(|byte| of_bytes[usize::from(*byte)] == of_letters[letter]);
        alike.collect()
    };
    States {
        classes: std::array::from_fn(class),
        steps: ACCESS.map(|access| LETTERS.map(|letter| state(&[access, &[letter]].concat()))),
        identifiers: std::array::from_fn(|one| {
            let words =
                (0..ACCESS.len()).filter_map(|other| separating(one, other)).map(|place| &words[place]);
            words.map(|word| (word.len(), word.clone())).collect()
        }),
    }
});

#[cfg(test)]
mod tests {
    use super::{ACCESS, LETTERS, STATES};

    #[test]
    fn the_states_are_those_of_the_grammar_and_each_two_are_told_apart_both_ways() {
        for (state, access) in ACCESS.iter().enumerate() {
            assert!(!STATES.identifiers[state].is_empty(), "{access:02X?}");
            for (letter, next) in LETTERS.into_iter().zip(STATES.steps[state]) {
                let is_right = str::from_utf8(&[access, &[letter][..]].concat()).is_ok();
                assert_eq!(next == 0, is_right, "{access:02X?} {letter:02X}");
            }
        }
        // Within a character of two bytes a continuation byte leads back, and anything else to the error.
        assert_eq!(STATES.steps[2].map(|next| usize::from(next == 0)).iter().sum::<usize>(), 3);
    }

    #[test]
    fn each_byte_is_of_one_class_and_read_alike_after_any_state_and_before_any_word() {
        assert_eq!(STATES.classes.iter().map(Vec::len).sum::<usize>(), 256);
        for (class, letter) in STATES.classes.iter().zip(LETTERS) {
            assert!(class.contains(&letter));
            for byte in class {
                for access in ACCESS {
                    for (_, word) in STATES.identifiers.iter().flatten() {
                        let is_right = |byte: u8| str::from_utf8(&[access, &[byte], word].concat()).is_ok();
                        assert_eq!(is_right(*byte), is_right(letter), "{access:02X?} {byte:02X} {word:02X?}");
                    }
                }
            }
        }
    }
}

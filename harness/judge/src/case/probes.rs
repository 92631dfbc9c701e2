//! Which vectors stand for the others where not all can be asked, and what they are asked beside.

use crate::case::{BLOCK_PROBE, Snippet};
use crate::expected::loose_sequence;
use illformed_vectors::{Input, Vector};
use std::collections::BTreeSet;

/// Text that decoders treat specially: the ends of lines, blanks, NUL, SUB, DEL, U+FEFF, U+FFFD, and noncharacters in three
/// and four bytes.
pub(super) const SPECIAL: [&[u8]; 18] = [
    b"\t",
    b" ",
    b"\x7F",
    b"\xC2\x85",
    b"\xE2\x80\xA8",
    b"\r",
    b"\n",
    b"\r\n",
    b"\0",
    b"\x1A",
    b"\xEF\xBB\xBF",
    b"\xEF\xBF\xBD",
    b"\xEF\xBF\xBE",
    b"\xEF\xBF\xBF",
    b"\xEF\xB7\x90",
    b"\xF0\x9F\xBF\xBE",
    b"\xF0\x9F\xBF\xBF",
    b"\xF4\x8F\xBF\xBF",
];

/// One of each kind of error, some in more than one length. What begins a sequence is truncated or incomplete.
pub(super) const ERRORS: [&[u8]; 15] = [
    b"\xC0",
    b"\xC0\x80",
    b"\xC0\xAF",
    b"\xC1\xBF",
    b"\xE0\x80\xAF",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\xF5",
    b"\xF8\x88\x80\x80\x80",
    b"\xFE",
    b"\xFF",
    b"\x80",
    b"\xE0\xA0",
    b"\xE2\x82",
    b"\xF0\x9F\x98",
];

/// A character of each length of more than one byte, whose bytes may all be exchanged.
const BASES: [&[u8]; 3] = [b"\xC4\x9A", b"\xE4\x9A\xA5", b"\xF1\x9A\xA5\x96"];

/// The snippets of a list in this file, all of which have a fitting length.
pub(super) fn snippets<'a>(list: &'a [&'a [u8]]) -> impl Iterator<Item = Snippet> + 'a {
    list.iter().filter_map(|bytes| Snippet::new(bytes))
}

/// Whether `vector` is one of those that stand for all kinds of errors and of characters.
pub(super) fn is_block_probe(vector: &Vector) -> bool {
    vector.flags.iter().any(|flag| flag == BLOCK_PROBE)
}

/// Whether `vector` stands for the others in the company of other bytes: the non-shortest forms of U+0000 do too, what
/// could become a non-shortest form, and bytes that begin no sequence, alone: nothing else ends with an error of their kind.
pub(super) fn is_probe(vector: &Vector) -> bool {
    let Input::Bytes(bytes) = &vector.input else { return false };
    let is_cut = matches!(bytes.as_slice(), [0xC0 | 0xC1 | 0xF5 | 0xF8 | 0xFE] | [0xE0, 0xA0]);
    let is_long_nul = (2..=6).contains(&bytes.len()) && loose_sequence(bytes) == Some((0, bytes));
    is_block_probe(vector) || is_long_nul || is_cut
}

/// Whether `bytes` are one character of more than one byte.
pub(super) fn is_character(bytes: &[u8]) -> bool {
    let mut characters = str::from_utf8(bytes).unwrap_or_default().chars();
    bytes.len() > 1 && characters.next().is_some() && characters.next().is_none()
}

/// Characters that have a byte in common with `character`, in each length: itself; in its own length all bytes but one, and
/// one byte alone; in others its second or its last byte; and ASCII with the same lowest bits.
pub(super) fn relatives(character: &[u8]) -> Vec<Snippet> {
    let mut relatives = BTreeSet::from([character.to_vec()]);
    let (Some(second), Some(last)) = (character.get(1), character.last()) else { return Vec::new() };
    let mut add = |bytes: Vec<u8>| {
        if str::from_utf8(&bytes).is_ok() {
            relatives.insert(bytes);
        }
    };
    let with = |bytes: &[u8], place: usize, byte: u8| {
        let mut bytes = bytes.to_vec();
        bytes[place] = byte;
        bytes
    };
    for place in 0..character.len() {
        let byte = character[place];
        // The nearest byte on either side that leaves it a character.
        for other in [byte.wrapping_sub(1), byte.wrapping_add(1)] {
            add(with(character, place, other));
        }
    }
    for kept in 0..character.len() {
        // The first change of all others that leaves it a character.
        let masks = [1, 2].into_iter().flat_map(|lead| [(lead, 0x15), (lead, 0x2A)]);
        let candidates = masks.map(|(of_lead, of_rest)| {
            let bytes = character.iter().enumerate().map(|(place, byte)| match place {
                _ if place == kept => *byte,
                0 => byte ^ of_lead,
                _ => byte ^ of_rest,
            });
            bytes.collect::<Vec<u8>>()
        });
        candidates.filter(|bytes| str::from_utf8(bytes).is_ok()).take(1).for_each(&mut add);
    }
    for base in BASES.into_iter().filter(|base| base.len() != character.len()) {
        add(with(base, 1, *second));
        add(with(base, base.len() - 1, *last));
    }
    add(vec![last & 0x3F]);
    add(vec![last & 0x7F | 0x40]);
    relatives.iter().filter_map(|bytes| Snippet::new(bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_codec::{ErrorKind, Profile, events};
    use illformed_vectors::Suite;
    use std::collections::BTreeSet;

    fn kinds<'a>(all: impl IntoIterator<Item = &'a [u8]>) -> BTreeSet<ErrorKind> {
        let first = |bytes: &[u8]| events(bytes, Profile::Rfc3629).find_map(|event| event.error_kind());
        all.into_iter().filter_map(first).collect()
    }

    /// UCS-2 and its kind alone have that one: there F0 begins no sequence.
    fn all_kinds() -> BTreeSet<ErrorKind> {
        ErrorKind::ALL.iter().copied().filter(|kind| *kind != ErrorKind::UnsupportedLength).collect()
    }

    #[test]
    fn the_errors_and_the_probes_have_every_kind() {
        let followed: Vec<Vec<u8>> = ERRORS.iter().map(|error| [error, &b"a"[..]].concat()).collect();
        let alone = kinds(ERRORS);
        let both: BTreeSet<_> = alone.union(&kinds(followed.iter().map(Vec::as_slice))).copied().collect();
        assert_eq!(both, all_kinds());
        let probes: Vec<&[u8]> = Suite::embedded()
            .vectors()
            .filter(|vector| is_block_probe(vector))
            .filter_map(|vector| match &vector.input {
                Input::Bytes(bytes) => Some(bytes.as_slice()),
                Input::Calls(_) => None,
            })
            .collect();
        assert_eq!(kinds(probes.iter().copied()), all_kinds());
        let lengths: BTreeSet<usize> =
            probes.iter().filter(|bytes| is_character(bytes)).map(|bytes| bytes.len()).collect();
        assert_eq!(lengths, BTreeSet::from([2, 3, 4]));
        assert!(SPECIAL.iter().all(|bytes| str::from_utf8(bytes).is_ok()));
    }

    #[test]
    fn each_character_has_relatives_in_each_length_that_share_a_byte() {
        type ByteOf = fn(&[u8]) -> u8;
        let lead: ByteOf = |bytes| bytes[0];
        let last: ByteOf = |bytes| bytes[bytes.len() - 1];
        for character in [&b"\xC2\xA9"[..], b"\xE2\x82\xAC", b"\xED\x9F\xBF", b"\xF0\x90\x80\x80"] {
            let relatives = relatives(character);
            let of = |len: usize, place: ByteOf| {
                let of_len = relatives.iter().filter(move |other| other.bytes().len() == len);
                of_len.filter(move |other| place(other.bytes()) == place(character)).count()
            };
            assert!(of(character.len(), lead) >= 2, "{character:02X?}: {relatives:?}");
            for kept in 0..character.len() {
                let is_alone = |other: &Snippet| {
                    let places = other.bytes().iter().zip(character).enumerate();
                    other.bytes().len() == character.len()
                        && places.clone().all(|(place, (byte, own))| (byte == own) == (place == kept))
                };
                assert!(relatives.iter().any(is_alone), "{character:02X?}, byte {kept}: {relatives:?}");
            }
            for len in 2..=4 {
                assert!(of(len, last) >= 1, "{character:02X?}, {len}: {relatives:?}");
            }
            assert!(relatives.iter().any(|other| other.bytes().len() == 1));
            assert!(
                relatives.iter().all(|other| str::from_utf8(other.bytes()).unwrap().chars().count() == 1)
            );
        }
    }

    #[test]
    fn a_character_of_one_byte_two_characters_and_an_error_are_not_one_long_character() {
        assert!(![&b""[..], b"a", b"\r\n", b"\xC3\xA9a", b"\xC3"].into_iter().any(is_character));
    }
}

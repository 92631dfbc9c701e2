//! One sequence of each kind: what long runs, neighbours and uses of one object are made of.

use crate::random::Random;
use crate::shape::append_of_row;

/// Ill-formed sequences, one of each kind that decoders tell apart; the shortest first.
pub(crate) const ERRORS: [&[u8]; 22] = [
    b"\x80",
    b"\xBF",
    b"\xFF",
    b"\xC0",
    b"\xF5",
    b"\xC3",
    b"\xE2",
    b"\xF0",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xE2\x82",
    b"\xF0\x9F",
    b"\xE0\x80\xAF",
    b"\xED\xA0\x80",
    b"\xED\xBF\xBF",
    b"\xF0\x9F\x98",
    b"\xF0\x80\x80\xAF",
    b"\xF0\x8F\xBF\xBD",
    b"\xF4\x90\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xED\xA0\xBD\xED\xB8\x80",
    b"\xFC\x84\x80\x80\x80\x80",
];

/// Characters that decoders treat in a way of their own beside an error, and one of each length.
pub(crate) const NEIGHBOURS: [&[u8]; 16] = [
    b"A",
    b"\n",
    b"\r",
    b"\r\n",
    b"\0",
    b"\x1A",
    b"\x7F",
    "\u{85}".as_bytes(),
    "\u{E9}".as_bytes(),
    "\u{20AC}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{FEFF}".as_bytes(),
    "\u{FFFD}".as_bytes(),
    "\u{FFFE}".as_bytes(),
    "\u{FDD0}".as_bytes(),
    "\u{1F600}".as_bytes(),
];

/// The elements that a run is made of, the shortest first: long runs of those come sooner.
pub fn elements() -> Vec<&'static [u8]> {
    let mut elements = [&ERRORS[..], &NEIGHBOURS].concat();
    elements.sort_by_key(|element| element.len());
    elements
}

/// An ill-formed sequence of that kind, or now and then another that begins with the same byte.
pub(crate) fn error_like(random: &mut Random, kind: usize) -> Vec<u8> {
    let mut bytes = ERRORS[kind % ERRORS.len()].to_vec();
    if bytes.len() > 1 && random.percent(12) {
        let last = bytes.len() - 1;
        bytes[last] = random.between(0x80, 0xBF) as u8;
    }
    bytes
}

/// How many pairs of a neighbour and an error there are, with the sides.
pub(crate) const NEIGHBOURHOODS: usize = NEIGHBOURS.len() * ERRORS.len() * 3;

/// A special character before, after or around an error: each of the pairs as `number` counts.
pub(crate) fn beside_an_error(random: &mut Random, number: usize) -> Vec<u8> {
    let neighbour = NEIGHBOURS[number % NEIGHBOURS.len()];
    let number = number / NEIGHBOURS.len();
    let error = error_like(random, number / 3);
    let mut bytes = if random.percent(30) { vec![b'A'] } else { Vec::new() };
    if number % 3 != 1 {
        bytes.extend(neighbour);
    }
    bytes.extend(error);
    if !number.is_multiple_of(3) {
        bytes.extend(neighbour);
    }
    bytes.extend(random.percent(30).then_some(b'A'));
    bytes
}

/// Two or three adjacent characters of one length that share some of their bytes.
pub(crate) fn sharing_bytes(random: &mut Random) -> Vec<u8> {
    let mut last = loop {
        let mut one = Vec::new();
        append_of_row(random, &mut one);
        if str::from_utf8(&one).is_ok() {
            break one;
        }
    };
    let mut bytes = last.clone();
    for _ in 0..random.between(1, 2) {
        // All but one byte is shared, or only one is, or all.
        let place = random.below(last.len());
        let inverted = random.percent(40);
        let mut other = last.clone();
        for (at, byte) in other.iter_mut().enumerate() {
            if (at == place) != inverted {
                *byte = if at == 0 { byte.wrapping_add(1) } else { random.between(0x80, 0xBF) as u8 };
            }
        }
        if str::from_utf8(&other).is_ok() {
            last = other;
        }
        bytes.extend(&last);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn errors_are_ill_formed_and_neighbours_are_not() {
        assert!(ERRORS.iter().all(|error| str::from_utf8(error).is_err()));
        assert!(NEIGHBOURS.iter().all(|neighbour| str::from_utf8(neighbour).is_ok()));
        assert!(ERRORS.is_sorted_by_key(|error| error.len()));
    }

    #[test]
    fn a_round_has_each_neighbour_on_each_side_of_each_error() {
        let mut random = Random::new(3, "");
        let made: Vec<Vec<u8>> =
            (0..2 * NEIGHBOURHOODS).map(|number| beside_an_error(&mut random, number)).collect();
        let has = |wanted: &[u8]| made.iter().any(|made| made.windows(wanted.len()).any(|run| run == wanted));
        for neighbour in NEIGHBOURS {
            for error in ERRORS.into_iter().filter(|error| error.len() == 1) {
                assert!(has(&[neighbour, error].concat()), "{neighbour:x?} {error:x?}");
                assert!(has(&[error, neighbour].concat()), "{error:x?} {neighbour:x?}");
            }
        }
    }

    #[test]
    fn adjacent_characters_share_each_of_their_bytes() {
        let mut random = Random::new(3, "");
        let mut seen = HashSet::new();
        for _ in 0..5_000 {
            let bytes = sharing_bytes(&mut random);
            let text = str::from_utf8(&bytes).expect("it is well-formed");
            let characters: Vec<String> = text.chars().map(String::from).collect();
            for pair in characters.windows(2).filter(|pair| pair[0].len() == pair[1].len()) {
                let shared = pair[0].bytes().zip(pair[1].bytes()).map(|(one, other)| one == other);
                seen.insert(shared.collect::<Vec<bool>>());
            }
        }
        for len in 2..=4_u32 {
            let of_len = seen.iter().filter(|shared| shared.len() == len as usize).count();
            // All but none shared, which is what any two characters are.
            assert!(of_len >= 2_usize.pow(len) - 2, "{len}: {of_len}");
        }
    }
}

//! One sequence of each kind: what long runs, pairs and uses of one object are made of.

use crate::random::Random;

/// Ill-formed sequences, one of each kind that decoders tell apart; characters that decoders treat in a way of their own beside
/// one; and a character of each length. The shortest first: long runs of those come sooner.
pub const ELEMENTS: [&[u8]; 39] = [
    b"\x80",
    b"\xBF",
    b"\xFF",
    b"\xC0",
    b"\xF5",
    b"\xC3",
    b"\xE2",
    b"\xF0",
    b"A",
    b"\n",
    b"\r",
    b"\0",
    b"\x1A",
    b"\x7F",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xE2\x82",
    b"\xF0\x9F",
    b"\r\n",
    "\u{85}".as_bytes(),
    "\u{E9}".as_bytes(),
    b"\xE0\x80\xAF",
    b"\xED\xA0\x80",
    b"\xED\xBF\xBF",
    b"\xF0\x9F\x98",
    "\u{20AC}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{FEFF}".as_bytes(),
    "\u{FFFD}".as_bytes(),
    "\u{FFFE}".as_bytes(),
    "\u{FDD0}".as_bytes(),
    b"\xF0\x80\x80\xAF",
    b"\xF0\x8F\xBF\xBD",
    b"\xF4\x90\x80\x80",
    "\u{1F600}".as_bytes(),
    "\u{10FFFF}".as_bytes(),
    b"\xF8\x88\x80\x80\x80",
    b"\xED\xA0\xBD\xED\xB8\x80",
    b"\xFC\x84\x80\x80\x80\x80",
];

/// How many pairs of elements there are, one before and one after.
pub(crate) const PAIRS: usize = ELEMENTS.len() * ELEMENTS.len();

/// Each of the pairs as `number` counts.
pub(crate) fn pair(number: usize) -> [&'static [u8]; 2] {
    [number / ELEMENTS.len(), number].map(|number| ELEMENTS[number % ELEMENTS.len()])
}

/// The pair of that number side by side, now and then with the first on both sides.
pub(crate) fn side_by_side(random: &mut Random, number: usize) -> Vec<u8> {
    let [one, other] = pair(number);
    let again = if random.percent(30) { one } else { b"" };
    let [before, behind] = [(); 2].map(|()| if random.percent(30) { &b"A"[..] } else { b"" });
    [before, one, other, again, behind].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_each_element_before_each_other() {
        let mut random = Random::new(3, "");
        let made: Vec<Vec<u8>> = (0..PAIRS).map(|number| side_by_side(&mut random, number)).collect();
        let has = |wanted: &[u8]| made.iter().any(|made| made.windows(wanted.len()).any(|run| run == wanted));
        assert!(ELEMENTS.is_sorted_by_key(|element| element.len()));
        for one in ELEMENTS {
            for other in ELEMENTS {
                assert!(has(&[one, other].concat()), "{one:x?} {other:x?}");
            }
        }
    }
}

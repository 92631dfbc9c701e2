//! What inputs are made of: characters at the edges of the grammar's rows, and the whole shapes of what is ill-formed.

use crate::random::Random;
use crate::text::VALUES;
use illformed_judge::automata::{form, shortest_form};

/// The first and last bytes of the classes that any format here tells apart, and a letter.
pub const EDGES: [u8; 36] = [
    0x00, 0x41, 0x7F, 0x80, 0x83, 0x84, 0x87, 0x88, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF, 0xC0, 0xC1,
    0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC,
    0xFE, 0xFF,
];

/// Characters that decoders treat in a way of their own: edges of rows, controls, marks, noncharacters.
const CHARACTERS: [u32; 45] = [
    0x0, 0x1, 0xA, 0x22, 0x25, 0x5C, 0x7E, 0x7F, 0x80, 0x85, 0x9F, 0xA0, 0xAD, 0xFF, 0x100, 0x7FF, 0x800,
    0xFFF, 0x1000, 0x200B, 0x2028, 0x20AC, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xF8FF, 0xFDD0, 0xFDEF, 0xFEFF,
    0xFFFC, 0xFFFD, 0xFFFE, 0xFFFF, 0x1_0000, 0x1_F600, 0x1_FFFE, 0x3_FFFF, 0x4_0000, 0xE_0001, 0xF_FFFF,
    0x10_0000, 0x10_FFFD, 0x10_FFFE, 0x10_FFFF,
];

/// The least number of each form, by its length less one, as if the forms went on after six bytes.
const LEAST: [u32; 9] = [0, 0x80, 0x800, 0x1_0000, 0x20_0000, 0x400_0000, 0x8000_0000, u32::MAX, u32::MAX];

/// The first lead byte of each row of Table 3-7 of the Unicode Standard that takes more than one byte, of those of four bytes
/// that it has not, and the one after the last.
const LEADS: [u8; 10] = [0xC2, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8];

/// Appends some piece: a character, a shape of what is ill-formed, a few bytes of the edges, or letters.
pub(crate) fn append_piece(random: &mut Random, bytes: &mut Vec<u8>) {
    match random.below(20) {
        0..=4 => append_character(random, bytes),
        5..=11 => append_shape(random, bytes),
        12..=14 => append_of_row(random, bytes),
        15..=17 => bytes.push(edge(random)),
        18 => bytes.push(random.byte()),
        _ => (0..random.between(1, 5)).for_each(|_| bytes.push(b'A')),
    }
}

/// A byte at the edge of a class, or beside one.
pub(crate) fn edge(random: &mut Random) -> u8 {
    random.pick(&EDGES).wrapping_add(random.pick(&[0, 0, 0, 0, 0, 0, 1, 0xFF]))
}

/// A character in its shortest form.
pub(crate) fn append_character(random: &mut Random, bytes: &mut Vec<u8>) {
    let code = match random.below(10) {
        0 => 0xFEFF,
        1..=5 => random.pick(&CHARACTERS),
        _ => {
            let (least, most) = random.pick(&VALUES);
            near(random, least, most)
        }
    };
    bytes.extend(shortest_form(code));
}

/// What a lead byte of a row may begin, each row and each byte of it as often as another: the second byte at the edge of a
/// class, right for the row or not, and the others alike. Sometimes without the last.
fn append_of_row(random: &mut Random, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    let row = random.below(LEADS.len() - 1);
    let lead = random.between(LEADS[row].into(), u32::from(LEADS[row + 1]) - 1) as u8;
    bytes.extend([lead, continuation(random)]);
    let any = continuation(random);
    let last = random.pick(&[0x80, 0x80, 0xBF, 0xBF, any]);
    bytes.resize(start + lead.leading_ones() as usize, last);
    if random.percent(20) {
        bytes.pop();
    }
}

/// What is ill-formed under RFC 3629, whole, or cut in a third of the cases.
fn append_shape(random: &mut Random, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    match random.below(12) {
        0..=2 => {
            let len = random.pick(&[2, 2, 3, 3, 3, 4, 4, 4, 5, 6]);
            let quoted = random.pick(&[0x22, 0x27, 0x2E, 0x2F, 0x3C, 0x5C, 0x7F]);
            let code = if random.percent(20) { quoted } else { near(random, 0, LEAST[len - 1] - 1) };
            bytes.extend(form(code.into(), len));
        }
        3..=4 => {
            let (least, most) = random.pick(&[(0xD800, 0xDBFF), (0xDC00, 0xDFFF)]);
            bytes.extend(form(near(random, least, most).into(), 3));
        }
        5 => {
            let supplementary = CHARACTERS.iter().position(|code| *code > 0xFFFF).unwrap_or(0);
            let code = random.pick(&CHARACTERS[supplementary..]) - 0x1_0000;
            bytes.extend(form((0xD800 | code >> 10).into(), 3));
            bytes.extend(form((0xDC00 | code & 0x3FF).into(), 3));
        }
        6 => bytes.extend(form(near(random, 0x11_0000, 0x1F_FFFF).into(), 4)),
        7..=8 => {
            let len = 5 + random.below(4);
            bytes.extend(form(near(random, LEAST[len - 1], LEAST[len] - 1).into(), len));
        }
        9 => (0..random.between(1, 4)).for_each(|_| bytes.push(continuation(random))),
        10 => bytes.push(random.pick(&[0xFE, 0xFF, 0xF5, 0xC0, 0xC1])),
        _ => return append_cut(random, bytes),
    }
    if random.percent(33) {
        let whole = bytes.len() - start;
        bytes.truncate(start + 1 + random.below(whole));
    }
}

/// A character of several bytes without its last, or last two.
pub(crate) fn append_cut(random: &mut Random, bytes: &mut Vec<u8>) {
    let code = random.pick(&CHARACTERS[8..]);
    let start = bytes.len();
    bytes.extend(shortest_form(code));
    bytes.truncate((bytes.len() - random.pick(&[1, 1, 1, 2])).max(start + 1));
}

fn continuation(random: &mut Random) -> u8 {
    let any = random.between(0x80, 0xBF) as u8;
    random.pick(&[0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF, any, any, any])
}

/// The first, the last, or any between.
fn near(random: &mut Random, first: u32, last: u32) -> u32 {
    let any = random.between(first, last);
    random.pick(&[first, last, any])
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_codec::{ErrorKind, Event};
    use illformed_judge::oracle::arithmetic::{Limits, events};
    use std::collections::HashSet;

    #[test]
    fn a_thousand_pieces_have_errors_of_all_kinds_of_rfc3629() {
        let (mut random, mut bytes) = (Random::new(1, ""), Vec::new());
        (0..1000).for_each(|_| append_piece(&mut random, &mut bytes));
        let seen: HashSet<ErrorKind> =
            events(&bytes, Limits::RFC3629).iter().filter_map(Event::error_kind).collect();
        // The pieces are joined, so that none ends the input, and no length is merely unsupported.
        let of_rfc3629 =
            |kind: &ErrorKind| *kind != ErrorKind::UnsupportedLength && *kind != ErrorKind::Incomplete;
        for kind in ErrorKind::ALL.iter().copied().filter(of_rfc3629) {
            assert!(seen.contains(&kind), "{kind:?}");
        }
    }
}

//! Ill-formed parts between text of two kinds, and two of them with text between.

use crate::sweep::BytesVisitor;
use crate::text::{FILLERS, push_text};
use std::ops::ControlFlow;

/// What is ill-formed: the bytes of which the first may be one, and what follows it.
const PARTS: [(&[u8], &[u8]); 10] = [
    (b"\x80\x8F\x90\x9F\xA0\xBF", b""),
    (b"\xC0\xC1\xF5\xF8\xFC\xFE\xFF", b""),
    (b"\xC2\xD0\xDF", b""),
    (b"\xE0\xE1\xED\xEF", b""),
    (b"\xF0\xF1\xF3\xF4", b""),
    (b"\xE1\xE2\xEC\xEE\xEF", b"\x82"),
    (b"\xE0", b"\x80\x80"),
    (b"\xED", b"\xA0\x80"),
    (b"\xF0", b"\x80\x80\x80"),
    (b"\xF4", b"\x90\x80\x80"),
];

/// How many ill-formed parts there are.
pub(super) const ILL_FORMED: usize = PARTS.len();

/// Text of one character; of ASCII that ends with one that is not; of ASCII that begins with it.
pub(super) const KINDS: usize = 3 * FILLERS.len() - 2;

/// How many parts the family has.
pub(super) const FAMILY_PARTS: usize = ILL_FORMED * (KINDS + ILL_FORMED);

/// How much ASCII stands before the first of two ill-formed parts at most.
const BEFORE: usize = 16;

/// How much ASCII stands behind the second, if that many bytes stand before the first: so much that the parts are at each place of
/// an aligned block, and as much as a block or more.
const fn behind(before: usize) -> [usize; 3] {
    [BEFORE, BEFORE - before, 2 * BEFORE - 1 + before]
}

/// Visits an ill-formed part between at most `most` bytes of a kind of text and at most as many of each kind, or, of the last parts of
/// the family, between ASCII and another ill-formed part behind at most `most` bytes of each pure kind.
pub(super) fn visit(part: usize, most: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let (unit, partner) = (part % ILL_FORMED, part / ILL_FORMED);
    match partner.checked_sub(KINDS) {
        None => between_texts(unit, partner, most, visit),
        Some(other) => two(unit, other, most, visit),
    }
}

fn between_texts(unit: usize, kind: usize, most: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let mut input = Vec::new();
    let texts = |kind: usize| move |len: &usize| fits(kind, *len);
    for before in (0..=most).filter(texts(kind)) {
        for after_kind in 0..KINDS {
            for after in (0..=most).filter(texts(after_kind)) {
                input.clear();
                push_kind(&mut input, kind, before);
                push_ill_formed(&mut input, unit, before + after);
                push_kind(&mut input, after_kind, after);
                visit(&input)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn two(unit: usize, other: usize, most: usize, visit: &mut BytesVisitor<'_>) -> ControlFlow<()> {
    let mut input = Vec::new();
    for before in 0..=BEFORE {
        for kind in 0..FILLERS.len() {
            for distance in (0..=most).filter(|len| fits(kind, *len)) {
                input.clear();
                push_kind(&mut input, 0, before);
                push_ill_formed(&mut input, unit, before);
                push_kind(&mut input, kind, distance);
                push_ill_formed(&mut input, other, distance);
                let end = input.len();
                for behind in behind(before) {
                    input.truncate(end);
                    push_kind(&mut input, 0, behind);
                    visit(&input)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether text of that kind can have `len` bytes, and no kind before has it. No text is ASCII.
fn fits(kind: usize, len: usize) -> bool {
    let Some(mixed) = kind.checked_sub(FILLERS.len()) else { return kind == 0 || len >= FILLERS[kind].len() };
    let width = FILLERS[mixed % (FILLERS.len() - 1) + 1].len();
    // Less than two characters before one leave one that ends ASCII.
    if mixed < FILLERS.len() - 1 { len >= 2 * width } else { len > width }
}

fn push_kind(input: &mut Vec<u8>, kind: usize, len: usize) {
    let Some(mixed) = kind.checked_sub(FILLERS.len()) else { return push_text(input, kind, len) };
    let one = FILLERS[mixed % (FILLERS.len() - 1) + 1].as_bytes();
    let is_last = mixed < FILLERS.len() - 1;
    if !is_last {
        input.extend_from_slice(one);
    }
    input.resize(input.len() + len - one.len(), b'A');
    if is_last {
        input.extend_from_slice(one);
    }
}

/// Adds the ill-formed part of number `unit`. Which byte it begins with changes with `number`.
pub(super) fn push_ill_formed(input: &mut Vec<u8>, unit: usize, number: usize) {
    let (firsts, rest) = PARTS[unit];
    input.push(firsts[number % firsts.len()]);
    input.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::{FAMILY_PARTS, ILL_FORMED, KINDS, fits, push_ill_formed, push_kind, visit};
    use std::ops::ControlFlow;

    #[test]
    fn each_part_is_ill_formed_whichever_byte_begins_it() {
        for unit in 0..ILL_FORMED {
            for number in 0..8 {
                let mut part = Vec::new();
                push_ill_formed(&mut part, unit, number);
                assert!(str::from_utf8(&part).is_err(), "{part:02X?}");
            }
        }
    }

    #[test]
    fn each_kind_of_text_is_well_formed_and_has_its_length() {
        for kind in 0..KINDS {
            for len in (0..20).filter(|len| fits(kind, *len)) {
                let mut text = Vec::new();
                push_kind(&mut text, kind, len);
                assert!(text.len() == len && str::from_utf8(&text).is_ok(), "{kind} {text:02X?}");
            }
        }
    }

    #[test]
    fn an_error_is_asked_before_a_later_block_that_is_no_ascii_and_two_are_asked_apart() {
        let mut inputs = Vec::new();
        for part in 0..FAMILY_PARTS {
            let _ = visit(part, 20, &mut |input| {
                inputs.push(input.to_vec());
                ControlFlow::Continue(())
            });
        }
        let has = |wanted: &dyn Fn(&[u8]) -> bool| inputs.iter().any(|input| wanted(input));
        assert!(has(&|input| input.len() > 16
            && input[..16].contains(&0xC2)
            && input.ends_with("\u{20AC}".as_bytes())));
        let is_apart = |three: &[u8]| matches!(three, [0x80..=0xBF, b'A', 0xC0 | 0xC1 | 0xF5..]);
        assert!(has(&|input| input.windows(3).any(is_apart)));
    }
}

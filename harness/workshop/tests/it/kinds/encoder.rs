//! Faulty encoders, each a small change of the codec's.

use crate::kinds::judging::{Ask, Encoded, expected};
use crate::kinds::lint::{bytes_by_codec, characters};
use crate::kinds::mutants::Mutant;
use crate::kinds::octal::{OneEncoded, assemble};
use crate::kinds::vector::EncodeInput;
use illformed_codec::Profile;
use illformed_judge::claim::Refusal;

/// Numbers with their offsets.
type Numbers = Vec<(usize, u32)>;

/// Reads the numbers.
type Reads = fn(&EncodeInput) -> Numbers;

/// Encodes one number.
type Encodes = fn(u32) -> OneEncoded;

fn asked(replaces: bool, encode: impl Fn(&EncodeInput, Option<usize>) -> Encoded + 'static) -> Ask {
    Ask::Encode { replaces, encode: Box::new(move |input, room| Some(encode(input, room))) }
}

fn composed(replaces: bool, reads: Reads, encodes: Encodes) -> Ask {
    asked(replaces, move |input, room| expected(&assemble(&reads(input), room, encodes), replaces))
}

/// The right reply of one that stops.
fn encoded(input: &EncodeInput, room: Option<usize>) -> Encoded {
    expected(&assemble(&right_numbers(input), room, right_bytes), false)
}

fn right_numbers(input: &EncodeInput) -> Numbers {
    characters(input, true)
}

fn units(input: &EncodeInput) -> Numbers {
    characters(input, false)
}

fn right_bytes(code: u32) -> OneEncoded {
    bytes_by_codec(code, Profile::Rfc3629)
}

/// The encoders without a fault: one that stops, and one that replaces.
pub(super) fn right() -> [Ask; 2] {
    [false, true].map(|replaces| composed(replaces, right_numbers, right_bytes))
}

/// The numbers of `input`, in which two units are joined where `joins` has a number for them.
fn joined(input: &EncodeInput, joins: fn(u32, u32) -> Option<u32>) -> Numbers {
    let mut numbers = Numbers::new();
    let mut left = units(input).into_iter().peekable();
    while let Some((at, first)) = left.next() {
        let pair = left.peek().and_then(|(_, second)| joins(first, *second));
        if pair.is_some() {
            left.next();
        }
        numbers.push((at, pair.unwrap_or(first)));
    }
    numbers
}

fn pair(first: u32, second: u32) -> u32 {
    0x1_0000 + ((first & 0x3FF) << 10 | second & 0x3FF)
}

fn joins_reversed(first: u32, second: u32) -> Option<u32> {
    match (first, second) {
        (0xD800..=0xDBFF, 0xDC00..=0xDFFF) => Some(pair(first, second)),
        (0xDC00..=0xDFFF, 0xD800..=0xDBFF) => Some(pair(second, first)),
        _ => None,
    }
}

fn joins_anything(first: u32, second: u32) -> Option<u32> {
    (0xD800..=0xDBFF).contains(&first).then(|| pair(first, second))
}

fn with_surrogates(code: u32) -> OneEncoded {
    bytes_by_codec(code, Profile::Generalized)
}

fn beyond(code: u32) -> OneEncoded {
    bytes_by_codec(code, if code > 0x10_FFFF { Profile::Rfc2279 } else { Profile::Rfc3629 })
}

fn or_question_mark(code: u32) -> OneEncoded {
    right_bytes(code).or_else(|_| Ok(b"?".to_vec()))
}

/// Right, but that this number has these bytes.
fn but(code: u32, other: u32, bytes: &[u8]) -> OneEncoded {
    if code == other { Ok(bytes.to_vec()) } else { right_bytes(code) }
}

/// Fills the room with a part of what does not fit.
fn filled(input: &EncodeInput, room: Option<usize>) -> Encoded {
    match (encoded(input, room), encoded(input, None), room) {
        (Err(Some((kind, at, _))), Ok(all), Some(room)) => Err(Some((kind, at, all[..room].to_vec()))),
        (right, ..) => right,
    }
}

pub(super) fn mutants() -> Vec<Mutant> {
    let of = |name, does, ask| Mutant { name, does, ask };
    let encodes = |name, does, encodes| of(name, does, composed(false, right_numbers, encodes));
    let reads = |name, does, reads| of(name, does, composed(false, reads, right_bytes));
    vec![
        encodes("s35", "writes a lone surrogate in three bytes", with_surrogates),
        reads("s36", "joins a reversed pair of surrogates", |input| joined(input, joins_reversed)),
        encodes("s37", "writes 110000 and on, in up to six bytes", beyond),
        encodes("s37b", "looks at 21 bits of a number", |code| right_bytes(code & 0x1F_FFFF)),
        encodes("s37c", "looks at 16 bits of a number", |code| right_bytes(code & 0xFFFF)),
        of("e01", "writes a pair as two surrogates of three bytes", composed(false, units, with_surrogates)),
        reads("e02", "joins a leading surrogate with anything", |input| joined(input, joins_anything)),
        reads("e03", "refuses pairs of surrogates", units),
        encodes("e04", "writes U+07FF in three bytes", |code| but(code, 0x7FF, b"\xE0\x9F\xBF")),
        encodes("e05", "writes U+0800 in two bytes", |code| but(code, 0x800, b"\xE0\x80")),
        reads("e06", "drops U+FEFF at the start", |input| {
            right_numbers(input).into_iter().filter(|number| *number != (0, 0xFEFF)).collect()
        }),
        reads("e07", "stops at U+0000 without a word", |input| {
            right_numbers(input).into_iter().take_while(|(_, code)| *code != 0).collect()
        }),
        encodes("e08", "refuses noncharacters", |code| {
            if Refusal::Noncharacters.covers(code) { Err(Some("out-of-range")) } else { right_bytes(code) }
        }),
        of("e09", "fills the room with a part of a character", asked(false, filled)),
        of("e10", "writes past the room", asked(false, |input, _| encoded(input, None))),
        of("e11", "replaces by a question mark", composed(true, right_numbers, or_question_mark)),
        of("e12", "replaces, and writes 110000 and on", composed(true, right_numbers, beyond)),
        of("e13", "replaces a pair by two U+FFFD", composed(true, units, right_bytes)),
    ]
}

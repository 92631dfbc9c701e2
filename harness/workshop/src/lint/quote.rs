//! Bytes and numbers that a comment or an id quotes.

use crate::lint::loose::has_value;
use illformed::search::promote::LooseInput;

/// Something that a label quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Quote {
    /// Bytes that stand one after the other.
    Bytes(Vec<u8>),
    /// A number, as U+20AC or 7FFFFFFF.
    Value(u64),
    /// Hex digits of an id: bytes or a number.
    Either(Vec<u8>, u64),
    /// Six bits: the payload of a continuation byte, or digits of a number.
    Payload(u8, u64),
    /// All bytes from one to another.
    ByteRange(u8, u8),
    /// All numbers from one to another.
    ValueRange(u64, u64),
}

impl Quote {
    /// Whether the input has it.
    pub(crate) fn is_in(&self, input: &LooseInput<'_>) -> bool {
        match self {
            Self::Bytes(bytes) => has_bytes(input, bytes),
            Self::Value(value) => has_value(input, *value),
            Self::Either(bytes, value) => has_bytes(input, bytes) || has_value(input, *value),
            Self::Payload(bits, value) => has_bytes(input, &[0x80 | bits]) || has_value(input, *value),
            Self::ByteRange(first, last) => (*first..=*last).all(|byte| has_bytes(input, &[byte])),
            Self::ValueRange(first, last) => {
                // Both ends of a great range, all of a small one.
                let small = last.saturating_sub(*first) < 0x1000;
                let inner = if small { *first..=*last } else { *last..=*last };
                first <= last
                    && has_value(input, *first)
                    && inner.into_iter().all(|one| has_value(input, one))
            }
        }
    }
}

impl std::fmt::Display for Quote {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bytes(bytes) => {
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
                write!(formatter, "bytes {}", bytes.join(" "))
            }
            Self::Value(value) => write!(formatter, "number {value:04X}"),
            Self::Either(_, value) => write!(formatter, "bytes or number {value:04X}"),
            Self::Payload(_, value) => write!(formatter, "payload or number {value:04X}"),
            Self::ByteRange(first, last) => write!(formatter, "bytes {first:02X} to {last:02X}"),
            Self::ValueRange(first, last) => write!(formatter, "numbers {first:04X} to {last:04X}"),
        }
    }
}

/// Whether the bytes stand in a segment, or over the edge of two.
fn has_bytes(input: &LooseInput<'_>, wanted: &[u8]) -> bool {
    input.bytes().windows(wanted.len()).any(|window| window == wanted)
}

/// What `comment` quotes: bytes as two upper-case hex digits, numbers as U+20AC, D800 or 110000, and ranges of both. Two
/// decimal digits alone are a count, unless they could only be a continuation byte.
pub(crate) fn in_comment(comment: &str) -> Vec<Quote> {
    let mut quotes = Vec::new();
    let mut run = Vec::new();
    for word in comment.split(' ') {
        let bare = word.trim_matches(|c: char| "(),;:.'".contains(c));
        if let Some(byte) = upper_byte(bare) {
            run.push((byte, bare.to_owned()));
            if !word.ends_with(bare) {
                quotes.extend(bytes(&mut run));
            }
            continue;
        }
        quotes.extend(bytes(&mut run));
        if let Some((first, last)) = bare.split_once("..") {
            quotes.extend(match (upper_byte(first), upper_byte(last), value(first), value(last)) {
                (Some(first), Some(last), ..) => Some(Quote::ByteRange(first, last)),
                (_, _, Some(first), Some(last)) => Some(Quote::ValueRange(first, last)),
                _ => None,
            });
        } else {
            quotes.extend(bits(bare).or_else(|| value(bare).map(Quote::Value)));
        }
    }
    quotes.extend(bytes(&mut run));
    quotes
}

/// What the slug of an id quotes, as a comment but in lower case; four digits may also be two bytes.
pub(crate) fn in_slug(slug: &str) -> Vec<Quote> {
    /// English words that are hex digits only.
    const WORDS: [&str; 10] = ["ad", "be", "feed", "face", "fade", "dead", "deed", "bead", "cafe", "beef"];
    let mut quotes = Vec::new();
    let mut run = Vec::new();
    for word in slug.split('-') {
        let upper = word.to_uppercase();
        if let Some(byte) = upper_byte(&upper).filter(|_| !WORDS.contains(&word)) {
            run.push((byte, upper));
            continue;
        }
        quotes.extend(bytes(&mut run));
        if WORDS.contains(&word) {
            continue;
        }
        let number = word.strip_prefix('u').map_or_else(|| value(&upper), |hex| value(&hex.to_uppercase()));
        quotes.extend(number.map(|number| match const_hex::decode(word) {
            Ok(bytes) => Quote::Either(bytes, number),
            Err(_) => Quote::Value(number),
        }));
    }
    quotes.extend(bytes(&mut run));
    quotes
}

/// The bytes of a run, if it is one and not a count.
fn bytes(run: &mut Vec<(u8, String)>) -> Option<Quote> {
    let run = std::mem::take(run);
    let sure = match run.as_slice() {
        [] => false,
        [(byte, text)] => {
            *byte >= 0x80 || text.starts_with('0') || text.bytes().any(|b| b.is_ascii_uppercase())
        }
        _ => true,
    };
    sure.then(|| Quote::Bytes(run.into_iter().map(|(byte, _)| byte).collect()))
}

fn upper_byte(word: &str) -> Option<u8> {
    let hex = |b: u8| b.is_ascii_digit() || (b'A'..=b'F').contains(&b);
    (word.len() == 2 && word.bytes().all(hex)).then(|| u8::from_str_radix(word, 16).ok())?
}

/// Eight bits are a byte; six may be a payload.
fn bits(word: &str) -> Option<Quote> {
    let number = u8::from_str_radix(word, 2).ok()?;
    match word.len() {
        8 => Some(Quote::Bytes(vec![number])),
        6 => Some(Quote::Payload(number, value(word)?)),
        _ => None,
    }
}

/// A number with U+ before it, or of four to eight hex digits that are no year and no count.
pub(crate) fn value(word: &str) -> Option<u64> {
    let upper = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(&b));
    let (digits, marked) = word.strip_prefix("U+").map_or((word, false), |digits| (digits, true));
    let plain = digits.len() >= 6 || digits.bytes().any(|b| b.is_ascii_uppercase());
    let number = (4..=8).contains(&digits.len()) && upper(digits) && (marked || plain);
    number.then(|| u64::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_found_and_counts_are_not() {
        let table: [(&str, &[Quote]); 10] = [
            ("C0 AF, then U+0041", &[Quote::Bytes(vec![0xC0, 0xAF]), Quote::Value(0x41)]),
            ("C0, AF", &[Quote::Bytes(vec![0xC0]), Quote::Bytes(vec![0xAF])]),
            ("63 spaces, a stray 80", &[Quote::Bytes(vec![0x80])]),
            ("2F 0C AE", &[Quote::Bytes(vec![0x2F, 0x0C, 0xAE])]),
            ("each of C2..F4", &[Quote::ByteRange(0xC2, 0xF4)]),
            ("all of U+FDD0..U+FDEF", &[Quote::ValueRange(0xFDD0, 0xFDEF)]),
            ("D800 of RFC 2279", &[Quote::Value(0xD800)]),
            ("110000 (of 2012)", &[Quote::Payload(0x30, 0x11_0000)]),
            ("the letters A and B", &[]),
            ("a CR, DEL", &[]),
        ];
        for (comment, quotes) in table {
            assert_eq!(in_comment(comment), quotes, "{comment}");
        }
        let table: [(&str, &[Quote]); 6] = [
            ("e0-a0-before-22", &[Quote::Bytes(vec![0xE0, 0xA0])]),
            ("line-feed-to-be", &[]),
            ("single-d800", &[Quote::Either(vec![0xD8, 0x00], 0xD800)]),
            ("uffff-four-bytes", &[Quote::Value(0xFFFF)]),
            ("value-110000", &[Quote::Either(vec![0x11, 0, 0], 0x11_0000)]),
            ("ff-after-64-ascii", &[Quote::Bytes(vec![0xFF])]),
        ];
        for (slug, quotes) in table {
            assert_eq!(in_slug(slug), quotes, "{slug}");
        }
    }
}

//! Bytes as a person types them.

use illformed_codec::{Profile, encode};
use illformed_vectors::hex;
use std::fmt;

/// Text that is not bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotBytes {
    /// Offset in characters of what could not be read.
    at: usize,
    reason: String,
}

impl fmt::Display for NotBytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "character {}: {}", self.at, self.reason)
    }
}

impl std::error::Error for NotBytes {}

/// The bytes that `text` writes: hex digits in pairs, upper or lower case, with spaces, commas or `0x` between, and
/// `U+20AC` for the bytes of a code point, surrogates included; or `\x` escapes as in C and Rust; or `%C0` escapes as in
/// addresses. Between escapes everything else stands for itself.
///
/// # Examples
///
/// ```
/// use illformed_judge::explain::parse_bytes;
///
/// assert_eq!(parse_bytes("E2 28 A1"), Ok(vec![0xE2, 0x28, 0xA1]));
/// assert_eq!(parse_bytes("0xe2,0x28"), Ok(vec![0xE2, 0x28]));
/// assert_eq!(parse_bytes(r"a\xC0\x80"), Ok(vec![0x61, 0xC0, 0x80]));
/// assert_eq!(parse_bytes("..%C0%AF"), Ok(vec![0x2E, 0x2E, 0xC0, 0xAF]));
/// assert_eq!(parse_bytes("41 U+D800"), Ok(vec![0x41, 0xED, 0xA0, 0x80]));
/// assert!(parse_bytes("E2 2").is_err());
/// ```
pub fn parse_bytes(text: &str) -> Result<Vec<u8>, NotBytes> {
    match text {
        _ if text.contains('\\') => escaped(text, '\\'),
        _ if text.contains('%') => escaped(text, '%'),
        _ => hex(text),
    }
}

/// The byte that the next two of `characters` write in hex.
fn two_digits(characters: &mut impl Iterator<Item = (usize, char)>) -> Option<u8> {
    let digits: String = characters.take(2).map(|(_, digit)| digit).collect();
    match hex::decode(&digits)?.as_slice() {
        [byte] => Some(*byte),
        _ => None,
    }
}

/// The bytes of the code point that `digits` write, at most 7FFFFFFF as RFC 2279 has it.
fn code_point(digits: &str, at: usize) -> Result<Vec<u8>, NotBytes> {
    let code =
        u32::from_str_radix(digits, 16).ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let bytes = code.and_then(|code| Some(encode(code, Profile::Rfc2279).ok()?.to_vec()));
    bytes.ok_or_else(|| NotBytes { at, reason: format!("`U+{digits}` is not a code point") })
}

fn hex(text: &str) -> Result<Vec<u8>, NotBytes> {
    let mut bytes = Vec::new();
    let mut at = 0;
    for word in text.split([' ', ',', '\t', '\n']) {
        if let Some(digits) = word.strip_prefix("U+").or_else(|| word.strip_prefix("u+")) {
            bytes.extend(code_point(digits, at)?);
            at += word.chars().count() + 1;
            continue;
        }
        let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).unwrap_or(word);
        let wrong = |at: usize, reason: String| NotBytes { at, reason };
        if let Some((place, stranger)) = digits.chars().enumerate().find(|(_, c)| !c.is_ascii_hexdigit()) {
            let sign = word.chars().count() - digits.chars().count();
            let reason = format!("`{}` is not a hex digit", stranger.escape_default());
            return Err(wrong(at + sign + place, reason));
        }
        bytes.extend(hex::decode(digits).ok_or_else(|| wrong(at, format!("`{word}` has half a byte")))?);
        at += word.chars().count() + 1;
    }
    Ok(bytes)
}

/// The bytes of `text`, in which `sign` begins an escape.
fn escaped(text: &str, sign: char) -> Result<Vec<u8>, NotBytes> {
    let mut bytes = Vec::new();
    let mut characters = text.chars().enumerate();
    while let Some((at, character)) = characters.next() {
        if character != sign {
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let wrong = |reason: &str| NotBytes { at, reason: reason.to_owned() };
        if sign == '%' {
            bytes.push(two_digits(&mut characters).ok_or_else(|| wrong("`%` needs two hex digits"))?);
            continue;
        }
        bytes.push(match characters.next().map(|(_, escape)| escape) {
            Some('\\') => b'\\',
            Some('n') => b'\n',
            Some('r') => b'\r',
            Some('t') => b'\t',
            Some('0') => 0,
            Some('x') => two_digits(&mut characters).ok_or_else(|| wrong("`\\x` needs two hex digits"))?,
            _ => return Err(wrong("unknown escape, expected \\xHH, \\n, \\r, \\t, \\0 or \\\\")),
        });
    }
    Ok(bytes)
}

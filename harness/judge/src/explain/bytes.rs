//! Bytes as a person types them.

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

/// The bytes that `text` writes: hex digits in pairs, upper or lower case, with spaces, commas or `0x` between; or
/// `\x` escapes as in C and Rust, where everything else stands for itself.
///
/// # Examples
///
/// ```
/// use illformed_judge::explain::parse_bytes;
///
/// assert_eq!(parse_bytes("E2 28 A1"), Ok(vec![0xE2, 0x28, 0xA1]));
/// assert_eq!(parse_bytes("0xe2,0x28"), Ok(vec![0xE2, 0x28]));
/// assert_eq!(parse_bytes(r"a\xC0\x80"), Ok(vec![0x61, 0xC0, 0x80]));
/// assert!(parse_bytes("E2 2").is_err());
/// ```
pub fn parse_bytes(text: &str) -> Result<Vec<u8>, NotBytes> {
    if text.contains('\\') { escaped(text) } else { hex(text) }
}

fn hex(text: &str) -> Result<Vec<u8>, NotBytes> {
    let mut bytes = Vec::new();
    let mut at = 0;
    for word in text.split([' ', ',', '\t', '\n']) {
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

fn escaped(text: &str) -> Result<Vec<u8>, NotBytes> {
    let mut bytes = Vec::new();
    let mut characters = text.chars().enumerate();
    while let Some((at, character)) = characters.next() {
        if character != '\\' {
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let wrong = |reason: &str| NotBytes { at, reason: reason.to_owned() };
        bytes.push(match characters.next().map(|(_, escape)| escape) {
            Some('\\') => b'\\',
            Some('n') => b'\n',
            Some('r') => b'\r',
            Some('t') => b'\t',
            Some('0') => 0,
            Some('x') => {
                let digits: String = characters.by_ref().take(2).map(|(_, digit)| digit).collect();
                let byte = u8::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 2);
                byte.ok_or_else(|| wrong("`\\x` needs two hex digits"))?
            }
            _ => return Err(wrong("unknown escape, expected \\xHH, \\n, \\r, \\t, \\0 or \\\\")),
        });
    }
    Ok(bytes)
}

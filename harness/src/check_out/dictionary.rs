//! A dictionary as libFuzzer reads it.

use std::fmt;

/// Why libFuzzer refuses a dictionary, and then does not start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DictionaryFault {
    /// The line, from 1.
    pub(super) line: usize,
    pub(super) why: &'static str,
}

impl fmt::Display for DictionaryFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.why)
    }
}

/// The words in `text`, one a line: `"word"`, after anything that has no quotation mark. Lines that are empty or begin
/// with `#` have none. Fails with the first line that libFuzzer does not take.
pub(super) fn words(text: &[u8]) -> Result<Vec<Vec<u8>>, DictionaryFault> {
    let mut words = Vec::new();
    for (number, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let line = trimmed(line);
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        words.push(word(line).map_err(|why| DictionaryFault { line: number + 1, why })?);
    }
    Ok(words)
}

/// C's idea of white space, which has the vertical tab that Rust's lacks.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn trimmed(line: &[u8]) -> &[u8] {
    let start = line.iter().position(|byte| !is_space(*byte)).unwrap_or(line.len());
    let end = line.iter().rposition(|byte| !is_space(*byte)).map_or(start, |last| last + 1);
    &line[start..end]
}

fn word(line: &[u8]) -> Result<Vec<u8>, &'static str> {
    let inner = line.strip_suffix(b"\"").ok_or("no quotation mark at the end")?;
    let open = inner.iter().position(|byte| *byte == b'"').ok_or("no quotation mark before the word")?;
    let mut rest = &inner[open + 1..];
    if rest.is_empty() {
        return Err("an empty word");
    }
    let mut word = Vec::new();
    while let Some((first, behind)) = rest.split_first() {
        rest = match (*first, behind) {
            (b'\\', [escaped @ (b'\\' | b'"'), behind @ ..]) => {
                word.push(*escaped);
                behind
            }
            (b'\\', [b'x', high, low, behind @ ..]) => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => {
                    word.push(high << 4 | low);
                    behind
                }
                _ => return Err("an escape that is none of \\\\, \\\" and \\xAB"),
            },
            (b'\\', _) => return Err("an escape that is none of \\\\, \\\" and \\xAB"),
            (byte, _) if is_space(byte) || (0x20..0x7F).contains(&byte) => {
                word.push(byte);
                behind
            }
            _ => return Err("a byte that cannot be printed and is not escaped"),
        };
    }
    Ok(word)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::{DictionaryFault, words};

    #[test]
    fn what_libfuzzer_takes_is_taken_with_the_same_bytes() {
        for (text, expected) in [
            (&b"\"\\xed\\xA0\\x80\"\n"[..], &[&b"\xED\xA0\x80"[..]][..]),
            (b"# a comment\n\n  \"a b\"  \r\n", &[b"a b"]),
            (b"name=\"a\\\\\\\"\"", &[b"a\\\""]),
            // What stands before the first quotation mark is passed over, and others within need no escape.
            (b"anything @3 \"a\" b\"\n", &[b"a\" b"]),
            (b"", &[]),
        ] {
            assert_eq!(words(text).unwrap(), expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn what_libfuzzer_refuses_is_refused_with_its_line() {
        for (text, line) in [
            (&b"\"a\"\n\"b\n"[..], 2),
            (b"a", 1),
            (b"\"", 1),
            (b"\"\"", 1),
            (b"name=\"\"", 1),
            (b"a\"", 1),
            (b"\n\n\"\\\"", 3),
            (b"\"\\x4\"", 1),
            (b"\"\\xg0\"", 1),
            (b"\"\\n\"", 1),
            (b"\"\xC3\xA9\"", 1),
            (b"\"a\x00\"", 1),
            (b"\"a\" # no comment here", 1),
        ] {
            let fault = words(text).unwrap_err();
            assert_eq!(fault.line, line, "{}: {fault}", text.escape_ascii());
        }
        assert_eq!(
            words(b"\"\\q\"").unwrap_err(),
            DictionaryFault { line: 1, why: "an escape that is none of \\\\, \\\" and \\xAB" }
        );
    }
}

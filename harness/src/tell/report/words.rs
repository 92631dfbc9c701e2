//! Words and texts that several formats share.

use crate::record::run_record::{RunRecord, VectorRecord};
use illformed_judge::shown::{Style, wrapped};
use illformed_judge::shown::{escape_controls, fit, shown_input, thousands};
use std::fmt::Write;

/// `1 case`, `2 cases`, `2,000 entries`.
pub fn counted(number: usize, noun: &str) -> String {
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match stem {
        Some(stem) => either(number, noun, &format!("{stem}ies")),
        None => either(number, noun, &format!("{noun}s")),
    }
}

/// `number` with commas between its thousands, and the words for one or for several.
pub(crate) fn either(number: usize, one: &str, several: &str) -> String {
    format!("{} {}", thousands(number as u64), if number == 1 { one } else { several })
}

/// The non-zero numbers, each before its words: `1 fixed, 2 new`; empty if there is none.
pub(crate) fn listed<'a>(counts: impl IntoIterator<Item = (usize, &'a str)>) -> String {
    let some = counts.into_iter().filter(|(number, _)| *number > 0);
    some.map(|(number, words)| either(number, words, words)).collect::<Vec<_>>().join(", ")
}

/// `text` without controls, in at most `width` characters.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    fit(&escape_controls(text), width)
}

/// A blank line, `heading` and `body`, or nothing if `body` is empty.
pub(crate) fn section(heading: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("\n{heading}\n{body}") }
}

/// A heading of up to 12 columns with `words` beside it in 67 columns, or nothing without words.
pub(crate) fn paragraph(heading: &str, words: &str, style: Style) -> String {
    if words.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    for (number, row) in wrapped(words, 67).iter().enumerate() {
        let heading = if number == 0 { heading } else { "" };
        let _ = writeln!(text, "{} {row}", style.faint(&format!("{heading:<12}")));
    }
    text
}

/// The name of the group of `vector`.
pub(crate) fn group_of(vector: &VectorRecord) -> &str {
    vector.group()
}

/// The input of the case of that number, as it was sent.
pub(crate) fn sent(record: &RunRecord, case: usize) -> String {
    shown_input(&record.input(case))
}

/// `text` in a URI: a `%` and two digits for each byte that is no letter, no digit, and none of `kept`.
pub(crate) fn percent_encoded(text: &str, kept: &[u8]) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || kept.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

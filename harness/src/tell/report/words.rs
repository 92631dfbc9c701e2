//! Words and texts that several formats share.

use crate::record::run_record::RunRecord;
use illformed_judge::shown::{Style, escape_controls, fit, shown_input, thousands, wrapped};
use std::fmt::Write;

/// The widest line of a report in a terminal, in columns.
pub(crate) const WIDTH: usize = 80;

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

/// The words of each part whose number is not 0.
pub(crate) fn present<const N: usize>(parts: [(usize, String); N]) -> Vec<String> {
    parts.into_iter().filter(|(number, _)| *number > 0).map(|(_, words)| words).collect()
}

/// ` and 3 more`, or nothing if `left` is 0.
pub(crate) fn and_more(left: usize) -> String {
    if left == 0 { String::new() } else { format!(" and {left} more") }
}

/// `text` without controls, in at most `width` characters.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    fit(&escape_controls(text), width)
}

/// A blank line, `heading` and `body`, or nothing if `body` is empty.
pub(crate) fn section(heading: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("\n{heading}\n{body}") }
}

/// `text` in lines of at most `width` characters behind an indent of `indent` columns, which is `head` in the first line.
/// Nothing without a text.
pub(crate) fn hanging(head: &str, indent: usize, text: &str, width: usize) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("{head}{}\n", wrapped(text, width).join(&format!("\n{:indent$}", "")))
}

/// A heading of up to 12 columns with `words` beside it in 67 columns, or nothing without words.
pub(crate) fn paragraph(heading: &str, words: &str, style: Style) -> String {
    hanging(&(style.faint(&format!("{heading:<12}")) + " "), 13, words, 67)
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

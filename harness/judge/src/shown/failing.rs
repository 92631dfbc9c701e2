//! One failure, so that a person can see what happened.

use crate::expected::segments;
use crate::explain::{bits, folded_path};
use crate::shown::input::shown_input;
use crate::shown::obeyed::is_obeyed;
use crate::shown::style::{Style, escape_controls, fit, wrapped};
use illformed_codec::Profile;
use illformed_vectors::{Input, hex};
use std::fmt::Write;

/// The most bytes whose bits are shown, and the most steps of the way through them.
const SHOWN: usize = 8;

/// How many characters of a line stand behind its key.
pub const WIDTH: usize = 68;

/// How many lines what is wrong may have: it may quote what an adapter wrote.
const DETAIL_LINES: usize = 5;

/// What is known of one failure, wherever it was found.
pub struct Failing<'a> {
    /// What failed: a decoder and a case, or a test.
    pub title: &'a str,
    /// The verdict's name.
    pub verdict: &'a str,
    /// What is wrong, with the numbers.
    pub detail: &'a str,
    /// The input, as it was sent.
    pub input: &'a Input,
    /// The vector's comment.
    pub comment: &'a str,
    /// The sections that specify the expectation.
    pub refs: &'a [String],
    /// The format whose way through the bytes is shown.
    pub profile: Profile,
    /// What was expected, in the words of an observation.
    pub expected: &'a str,
    /// What was observed.
    pub observed: &'a str,
}

/// What happened, from the input to the section of the standard.
pub fn failing(failing: &Failing<'_>, style: Style) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} {}", style.bad(&failing.verdict.to_uppercase()), style.strong(failing.title));
    let mut line = |key: &str, value: &str| text.push_str(&line(key, value, style));
    // The detail says where the texts differ, and must not be cut.
    for (number, row) in wrapped(failing.detail, WIDTH).iter().take(DETAIL_LINES).enumerate() {
        line(if number == 0 { "what" } else { "" }, row);
    }
    line("input", &format!("{} ({})", shown_input(failing.input), failing.comment));
    for (number, (bytes, _)) in segments(failing.input).enumerate() {
        if number > 0 {
            line("", "reset");
        }
        if bytes.len() <= SHOWN {
            line("bits", &bits(&bytes));
        }
        let (steps, more) = folded_path(&bytes, failing.profile, SHOWN);
        for (number, step) in steps.iter().enumerate() {
            line(if number == 0 { "parse" } else { "" }, step);
        }
        if more {
            line("", "...");
        }
    }
    // A failure without details has neither; reproducing it shows them.
    for (key, value) in [("expected", failing.expected), ("observed", failing.observed)] {
        if !value.is_empty() {
            line(key, value);
        }
    }
    line("standard", &failing.refs.join(", "));
    text
}

/// The line with the command that reproduces the failure. It is not cut, so that it can be pasted.
pub fn again_line(command: &str, style: Style) -> String {
    format!("  {}{command}\n", style.faint("reproduce "))
}

/// A line of what is known of a failure.
pub fn line(key: &str, value: &str, style: Style) -> String {
    format!("  {}{}\n", style.faint(&format!("{key:<10}")), fit(&escape_controls(value), WIDTH))
}

/// A word as a shell takes it, on one line.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.contains(is_obeyed) {
        let visible = |c: char| match c {
            '\n' => "\\n".to_owned(),
            '\t' => "\\t".to_owned(),
            '\'' | '\\' => format!("\\{c}"),
            // GitHub obeys `##[`.
            c if is_obeyed(c) || c == '[' => {
                let bytes = c.to_string().into_bytes();
                bytes.iter().flat_map(|byte| ["\\x".to_owned(), hex::encode([*byte])]).collect()
            }
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(visible).collect::<String>())
    } else {
        format!("'{}'", escape_controls(word).replace('\'', "'\\''"))
    }
}

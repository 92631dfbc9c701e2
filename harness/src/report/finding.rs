//! One failure, so that a person can see what happened and do it again.

use crate::case::Recipe;
use crate::explain::{bits, path, spaced_hex};
use crate::record::{DecoderRecord, Finding, RunRecord};
use crate::report::Style;
use crate::report::input::{case_input, segments, shown_input};
use crate::report::reproduce::reproduce;
use crate::report::stability::dependence;
use crate::report::style::{fit, tame, wrapped};
use illformed_codec::Profile;
use illformed_vectors::Input;
use std::fmt::Write;

/// How many bytes and events are shown; longer inputs are cut.
const SHOWN_BYTES: usize = 8;

/// How many characters of a line stand behind its key.
const WIDTH: usize = 68;

/// How many lines what is wrong may have: it may quote what an adapter wrote.
const DETAIL_LINES: usize = 5;

/// What is known of one failure, wherever it was found.
pub(crate) struct Failing<'a> {
    /// What failed: a decoder and a case, or a test.
    pub(crate) title: &'a str,
    /// The verdict's name.
    pub(crate) verdict: &'a str,
    /// What is wrong, with the numbers.
    pub(crate) detail: &'a str,
    /// The input, as the record writes it.
    pub(crate) input: &'a str,
    /// The vector's comment.
    pub(crate) comment: &'a str,
    /// The sections that the expectation rests on.
    pub(crate) refs: &'a [String],
    /// The format whose way through the bytes is shown.
    pub(crate) profile: Profile,
    /// What was expected, in the words of an observation.
    pub(crate) expected: &'a str,
    /// What was observed.
    pub(crate) observed: &'a str,
}

/// The finding in full.
pub(crate) fn finding(
    record: &RunRecord,
    decoder: &DecoderRecord,
    finding: &Finding,
    style: Style,
) -> String {
    let case = &record.cases[finding.case];
    let id = record.case_id(finding.case);
    let vector = &record.vectors[case.vector];
    let mut text = failing(
        &Failing {
            title: &format!("{}  {id}", tame(&decoder.name())),
            verdict: &finding.verdict,
            detail: &finding.detail,
            input: &case_input(record, case),
            comment: &vector.comment,
            refs: &vector.refs,
            profile: decoder.claim.profile.parse().unwrap_or(Profile::Rfc3629),
            expected: finding.shown().0,
            observed: finding.shown().1,
        },
        style,
    );
    if let Ok(recipe) = case.recipe.parse::<Recipe>() {
        let input = Input::Bytes(const_hex::decode(&vector.input).unwrap_or_default());
        text.push_str(&line("derived", &recipe.words_for(&input), style));
    }
    let window = finding.window.iter().filter(|case| *case < record.cases.len());
    let window: Vec<String> = window.map(|case| record.case_id(case)).collect();
    if window.len() > 1 {
        let several = format!("{} cases were outstanding; any of them may have done it", window.len());
        text.push_str(&line("window", &several, style));
    }
    if let Some(why) = dependence(decoder, finding) {
        for (number, row) in wrapped(&why, WIDTH).iter().enumerate() {
            text.push_str(&line(if number == 0 { "depends" } else { "" }, row, style));
        }
    }
    text.push_str(&again_line(&reproduce(record, decoder, finding.case), style));
    text
}

/// What happened, from the input to the section of the standard.
pub(crate) fn failing(failing: &Failing<'_>, style: Style) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} {}", style.bad(&failing.verdict.to_uppercase()), style.strong(failing.title));
    let mut line = |key: &str, value: &str| text.push_str(&line(key, value, style));
    // It says where the texts differ, which must not be cut.
    for (number, row) in wrapped(failing.detail, WIDTH).iter().take(DETAIL_LINES).enumerate() {
        line(if number == 0 { "what" } else { "" }, row);
    }
    line("input", &format!("{} ({})", shown_input(failing.input), failing.comment));
    for (number, (bytes, _)) in segments(failing.input).into_iter().enumerate() {
        let cut = &bytes[..bytes.len().min(SHOWN_BYTES)];
        let more = if cut.len() < bytes.len() { " ..." } else { "" };
        if number > 0 {
            line("", "reset");
        }
        line("bytes", &format!("{}{more}", spaced_hex(cut)));
        line("bits", &format!("{}{more}", bits(cut)));
        let mut steps = path(&bytes, failing.profile);
        for (number, step) in steps.by_ref().take(SHOWN_BYTES).enumerate() {
            line(if number == 0 { "path" } else { "" }, &step);
        }
        if steps.next().is_some() {
            line("", "...");
        }
    }
    // Of a failure without details nobody knows what was expected, but for who asks again.
    for (key, value) in [("expected", failing.expected), ("observed", failing.observed)] {
        if !value.is_empty() {
            line(key, value);
        }
    }
    line("rests on", &failing.refs.join(", "));
    text
}

/// The command that asks again. It is not cut: it is there to be pasted.
pub(crate) fn again_line(command: &str, style: Style) -> String {
    format!("  {}{command}\n", style.faint("again     "))
}

/// A line of what is known of a failure.
pub(crate) fn line(key: &str, value: &str, style: Style) -> String {
    format!("  {}{}\n", style.faint(&format!("{key:<10}")), fit(&tame(value), WIDTH))
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", tame(word).replace('\'', "'\\''"))
    }
}

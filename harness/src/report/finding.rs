//! One failure, so that a person can see what happened and do it again.

use crate::case::Recipe;
use crate::explain::{bits, path, spaced_hex};
use crate::record::{DecoderRecord, Finding, RunRecord};
use crate::report::Style;
use crate::report::style::{fit, tame};
use illformed_codec::Profile;
use illformed_vectors::{Call, Script};
use std::fmt::Write;

/// How many bytes and events are shown; longer inputs are cut.
const SHOWN_BYTES: usize = 8;

/// What is known of one failure, wherever it was found.
pub(crate) struct Failing<'a> {
    /// What failed: a decoder and a case, or a test.
    pub(crate) title: &'a str,
    /// The verdict's name.
    pub(crate) verdict: &'a str,
    /// What is wrong, with the numbers.
    pub(crate) detail: &'a str,
    /// The vector's input, as the record writes it.
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
            input: &vector.input,
            comment: &vector.comment,
            refs: &vector.refs,
            profile: decoder.claim.profile.parse().unwrap_or(Profile::Rfc3629),
            expected: &finding.expected,
            observed: &finding.observed,
        },
        style,
    );
    if let Ok(recipe) = case.recipe.parse::<Recipe>() {
        text.push_str(&line("derived", &recipe.words(), style));
    }
    let window = finding.window.iter().filter(|case| *case < record.cases.len());
    let window: Vec<String> = window.map(|case| record.case_id(case)).collect();
    if window.len() > 1 {
        let several = format!("{} cases were outstanding; any of them may have done it", window.len());
        text.push_str(&line("window", &several, style));
    }
    text.push_str(&again_line(&again(record, decoder, &id, &window), style));
    text
}

/// What happened, from the input to the section of the standard.
pub(crate) fn failing(failing: &Failing<'_>, style: Style) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{} {}", style.bad(&failing.verdict.to_uppercase()), style.strong(failing.title));
    let mut line = |key: &str, value: &str| text.push_str(&line(key, value, style));
    line("what", failing.detail);
    line("input", &format!("{} ({})", failing.input, failing.comment));
    for (number, bytes) in segments(failing.input).into_iter().enumerate() {
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
    line("expected", failing.expected);
    line("observed", failing.observed);
    line("rests on", &failing.refs.join(", "));
    text
}

/// The command that asks again. It is not cut: it is there to be pasted.
pub(crate) fn again_line(command: &str, style: Style) -> String {
    format!("  {}{command}\n", style.faint("again     "))
}

fn line(key: &str, value: &str, style: Style) -> String {
    format!("  {}{}\n", style.faint(&format!("{key:<10}")), fit(&tame(value), 68))
}

/// The command that asks this decoder this case again, with all of its window if it did not break the adapter alone.
fn again(record: &RunRecord, decoder: &DecoderRecord, case: &str, window: &[String]) -> String {
    let [first, .., last] = window else { return again_alone(decoder).join(case) };
    // Between the two stand the same cases only if the same are selected.
    let only = record.selection.iter().filter_map(|words| words.strip_prefix("--only "));
    let only: Vec<String> = only.map(|pattern| format!(" --only {}", quoted(pattern))).collect();
    let also = ["--deep", "--security"]
        .into_iter()
        .filter(|flag| record.selection.iter().any(|words| words == flag));
    let only = only.into_iter().chain(also.map(|flag| format!(" {flag}"))).collect::<String>();
    let name = tame(&decoder.name());
    format!("illformed run --decoder {name}{only} --from {first} --to {last}{}", command_words(decoder))
}

/// The command that asks this decoder a case again: what stands before the case's id, and what after it.
pub(crate) fn again_alone(decoder: &DecoderRecord) -> [String; 2] {
    let before = format!("illformed run --decoder {} --only ", tame(&decoder.name()));
    [before, command_words(decoder)]
}

/// The words of `illformed run` that name the user's own adapter.
fn command_words(decoder: &DecoderRecord) -> String {
    decoder.command.iter().flat_map(|word| [" ".to_owned(), quoted(word)]).collect()
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

/// The bytes of each segment of an input as the record writes it.
pub(crate) fn segments(input: &str) -> Vec<Vec<u8>> {
    match input.parse::<Script>() {
        Ok(script) => script.segments().map(|calls: &[Call]| Script::segment_bytes(calls).0).collect(),
        // The empty input is no script.
        Err(_) => vec![const_hex::decode(input).unwrap_or_default()],
    }
}

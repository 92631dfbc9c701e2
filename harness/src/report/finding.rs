//! One failure, so that a person can see what happened and do it again.

use crate::explain::{bits, path, spaced_hex};
use crate::record::{DecoderRecord, Finding, RunRecord};
use crate::report::Style;
use crate::report::style::{fit, tame};
use illformed_codec::Profile;
use illformed_vectors::{Call, Script};
use std::fmt::Write;

/// How many bytes and events are shown; longer inputs are cut.
const SHOWN_BYTES: usize = 8;

/// The finding in full.
pub(crate) fn finding(
    record: &RunRecord,
    decoder: &DecoderRecord,
    finding: &Finding,
    style: Style,
) -> String {
    let case = &record.cases[finding.case];
    let vector = &record.vectors[case.vector];
    let mut text = String::new();
    let title = format!("{}  {}", tame(&decoder.name()), case.id);
    let _ = writeln!(text, "{} {}", style.bad(&finding.verdict.to_uppercase()), style.strong(&title));
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "  {}{}", style.faint(&format!("{key:<10}")), fit(&tame(value), 68));
    };
    line("what", &finding.detail);
    line("input", &format!("{} ({})", vector.input, vector.comment));
    let profile = decoder.claim.profile.parse().unwrap_or(Profile::Rfc3629);
    for (number, bytes) in segments(&vector.input).into_iter().enumerate() {
        let cut = &bytes[..bytes.len().min(SHOWN_BYTES)];
        let more = if cut.len() < bytes.len() { " ..." } else { "" };
        if number > 0 {
            line("", "reset");
        }
        line("bytes", &format!("{}{more}", spaced_hex(cut)));
        line("bits", &format!("{}{more}", bits(cut)));
        let steps = path(&bytes, profile);
        for (number, step) in steps.iter().take(SHOWN_BYTES).enumerate() {
            line(if number == 0 { "path" } else { "" }, step);
        }
        if steps.len() > SHOWN_BYTES {
            line("", "...");
        }
    }
    line("expected", &finding.expected);
    line("observed", &finding.observed);
    line("rests on", &vector.refs.join(", "));
    let window: Vec<&str> =
        finding.window.iter().filter_map(|case| Some(record.cases.get(case)?.id.as_str())).collect();
    if window.len() > 1 {
        line("window", &format!("{} cases were outstanding; any of them may have done it", window.len()));
    }
    // Not cut: this line is there to be pasted.
    let _ = writeln!(text, "  {}{}", style.faint("again     "), again(record, decoder, &case.id, &window));
    text
}

/// The command that asks this decoder this case again, with all of its window if it did not break the adapter alone.
fn again(record: &RunRecord, decoder: &DecoderRecord, case: &str, window: &[&str]) -> String {
    let [first, .., last] = window else { return again_alone(decoder).join(case) };
    // Between the two stand the same cases only if the same are selected.
    let only = record.selection.iter().filter_map(|words| words.strip_prefix("--only "));
    let only: Vec<String> = only.map(|pattern| format!(" --only {}", quoted(pattern))).collect();
    let only = only.concat();
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
fn quoted(word: &str) -> String {
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

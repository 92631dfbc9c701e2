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
    // Not cut: this line is there to be pasted.
    let _ = writeln!(text, "  {}{}", style.faint("again     "), again(decoder).join(&case.id));
    text
}

/// The command that asks this decoder a case again: what stands before the case's id, and what after it.
pub(crate) fn again(decoder: &DecoderRecord) -> [String; 2] {
    let before = format!("illformed run --decoder {} --only ", tame(&decoder.name()));
    let mut line = String::new();
    for word in &decoder.command {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
        line.push(' ');
        if !word.is_empty() && word.chars().all(plain) {
            line.push_str(word);
        } else {
            let _ = write!(line, "'{}'", tame(word).replace('\'', "'\\''"));
        }
    }
    [before, line]
}

/// The bytes of each segment of an input as the record writes it.
pub(crate) fn segments(input: &str) -> Vec<Vec<u8>> {
    match input.parse::<Script>() {
        Ok(script) => script.segments().map(|calls: &[Call]| Script::segment_bytes(calls).0).collect(),
        // The empty input is no script.
        Err(_) => vec![const_hex::decode(input).unwrap_or_default()],
    }
}

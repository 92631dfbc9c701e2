//! What decoders get wrong, by cause, and what their baselines say.

use crate::record::run_record::{BaselineRecord, DecoderRecord, RunRecord};
use crate::tell::report::markdown::code::{block, code, whole_code};
use crate::tell::report::reported_failure::{ReportedFailure, reported_failures};
use crate::tell::report::stability::{depends, stability};
use crate::tell::report::terminal::counted;
use illformed_judge::shown::shown_input;
use std::fmt::Write;

/// How long the command that asks again may be to be shown, in characters.
const LONGEST_COMMAND: usize = 2_000;

/// At most `most` causes for which decoders fail, as a list; empty if there is none.
pub(super) fn findings(record: &RunRecord, most: usize) -> String {
    let reported_failures = reported_failures(record);
    let mut text = String::new();
    for failure in reported_failures.iter().take(most) {
        let ReportedFailure {
            decoder, cause, vectors, case, input, detail, observed, expected, mark, ..
        } = failure;
        let mark = if mark.is_empty() { String::new() } else { format!("{mark}: ") };
        let _ = writeln!(
            text,
            "- **{}**: {mark}{}, {}",
            code(&decoder.name()),
            code(cause),
            counted(*vectors, "vector")
        );
        let _ = writeln!(text, "  - {}, input {}: {}", code(case), code(shown_input(input)), code(detail));
        if let Some(history) = depends(decoder, failure.number) {
            let _ = writeln!(text, "  - {history}");
        }
        if let Some(expected) = expected {
            let _ = writeln!(text, "  - expected {}, observed {}", code(expected), code(observed));
        }
        let again = failure.again();
        if again.chars().count() <= LONGEST_COMMAND {
            let _ = writeln!(text, "  - again: {}", whole_code(&again));
        }
    }
    if reported_failures.len() > most {
        let _ = writeln!(text, "- and {} more", reported_failures.len() - most);
    }
    if text.is_empty() { text } else { format!("{text}\n") }
}

/// Decoders that answer differently from time to time, or whose failures depend on earlier cases; empty if there is none.
pub(super) fn stabilities(record: &RunRecord) -> String {
    let line = |(name, words): (String, String)| format!("- **{}**: {}\n", code(&name), code(&words));
    let text: String = stability(record).into_iter().map(line).collect();
    if text.is_empty() { text } else { format!("{text}\n") }
}

/// What the baselines of decoders say, with at most `most` entries that are not as listed; empty if there is none.
pub(super) fn baselines(record: &RunRecord, most: usize) -> String {
    let with: Vec<(&DecoderRecord, &BaselineRecord)> =
        record.decoders.iter().filter_map(|one| Some((one, one.baseline.as_ref()?))).collect();
    if with.is_empty() {
        return String::new();
    }
    let mut text =
        "| decoder | baseline | known | regressed | not as listed |\n|---|---|---|---|---|\n".to_owned();
    for (decoder, baseline) in with.iter().take(most) {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            code(&decoder.name()),
            code(&baseline.file),
            baseline.known.len(),
            baseline.regressed.len(),
            baseline.deviations.len()
        );
    }
    text.push('\n');
    let all =
        || with.iter().flat_map(|(_, baseline)| baseline.deviations.iter().map(move |one| (*baseline, one)));
    for (baseline, deviation) in all().take(most) {
        let place = format!("{}:{}", baseline.file, deviation.line);
        let (kind, entry) = (deviation.kind.name(), code(&deviation.entry));
        let _ = writeln!(text, "{} **{kind}** {entry}: {}\n", code(&place), code(&deviation.detail));
        if !deviation.patch.is_empty() {
            let _ = writeln!(text, "{}", block("diff", &deviation.patch));
        }
    }
    let count = all().count();
    if count > most {
        let _ = writeln!(text, "And {} more.\n", counted(count - most, "entry").replace("entrys", "entries"));
    }
    text
}

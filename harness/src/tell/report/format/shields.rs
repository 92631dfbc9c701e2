//! A badge, as the endpoint of shields.io reads it.

use crate::record::run_record::{CauseRecord, DecoderRecord, ExitReason, RunRecord};
use crate::tell::report::failures::DecoderSummary;
use crate::tell::report::format::json::pretty_json;
use crate::tell::report::reproduce::instability;
use crate::tell::report::standing::{Standing, Unlisted};
use crate::tell::report::words::either;
use serde::Serialize;

/// A badge; the names are those of the endpoint's schema, version 1.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Badge {
    schema_version: u8,
    label: &'static str,
    message: String,
    color: &'static str,
}

/// `record` as the JSON of a badge: of one decoder whether it conforms, of several how many do. A decoder conforms if it
/// keeps its claim; with a baseline, if nothing is otherwise than listed there, which `known` tells from a kept claim. A
/// baseline that is out of date makes the badge red or orange under words of its own, since the decoder does conform then.
/// Decoders that claim no profile, and those of which nothing could be judged, are not counted. No badge is red of a run that
/// exits with 0, and none is green of another.
pub fn shields(record: &RunRecord) -> String {
    let judged: Vec<&DecoderRecord> = record.decoders.iter().filter(|decoder| is_judged(decoder)).collect();
    let (message, color) = match (record.footer.complete, judged.as_slice()) {
        (false, _) => ("interrupted".to_owned(), "lightgrey"),
        (true, []) => ("nothing judged".to_owned(), "lightgrey"),
        (true, [decoder]) => alone(record, decoder),
        (true, decoders) => together(record, decoders),
    };
    let is_red = !ExitReason::of(record).is_empty();
    let (message, color) = match color {
        // The failures of a survey, and those that `--fail-on` lets pass, are shown and do not alarm.
        "red" if !is_red => (message, "yellow"),
        "brightgreen" | "yellowgreen" if is_red => (message + ", run failed", "orange"),
        _ => (message, color),
    };
    let badge = Badge { schema_version: 1, label: "UTF-8", message, color };
    pretty_json(&badge)
}

fn is_judged(decoder: &DecoderRecord) -> bool {
    let standing = Standing::of(decoder).0;
    decoder.baseline.is_some()
        || matches!(
            standing,
            Standing::Keeps | Standing::KeepsInPart | Standing::Imprecise | Standing::Breaks
        )
}

/// The words for the only decoder of a run.
fn alone(record: &RunRecord, decoder: &DecoderRecord) -> (String, &'static str) {
    if let (Some(baseline), Some(unlisted)) = (&decoder.baseline, Unlisted::of(decoder)) {
        return match (unlisted.is_nothing(), baseline.known.is_empty()) {
            (false, _) => (unlisted.words(), "red"),
            (true, _) if is_unstable(decoder) => ("unstable as known".to_owned(), "yellowgreen"),
            (true, false) => ("conforms as known".to_owned(), "yellowgreen"),
            (true, true) => ("conforms".to_owned(), "brightgreen"),
        };
    }
    let is_imprecise = Standing::of(decoder).0 == Standing::Imprecise;
    match (failed_vectors(record, decoder), decoder.accountable().causes.as_slice()) {
        _ if is_unstable(decoder) => ("unstable".to_owned(), "red"),
        (0, []) => ("conforms".to_owned(), "brightgreen"),
        (_, causes) if is_imprecise => (format!("imprecise: {}", words(causes)), "yellow"),
        (count, []) => (either(count, "vector fails", "vectors fail"), "red"),
        (_, causes) => (words(causes), "red"),
    }
}

/// The name of the worst cause, and how many more there are.
fn words(causes: &[CauseRecord]) -> String {
    match causes {
        [] => "no cause".to_owned(),
        [cause] => cause.id.name().to_owned(),
        [worst, others @ ..] => format!("{} and {} more", worst.id, others.len()),
    }
}

/// Whether it answers differently from time to time.
fn is_unstable(decoder: &DecoderRecord) -> bool {
    instability(decoder).is_some_and(|words| words.starts_with("unstable"))
}

/// The words for several.
fn together(record: &RunRecord, decoders: &[&DecoderRecord]) -> (String, &'static str) {
    let conforms = |decoder: &DecoderRecord| match Unlisted::of(decoder) {
        Some(unlisted) => unlisted.is_nothing() || unlisted.is_stale_only(),
        None => failed_vectors(record, decoder) == 0,
    };
    let conform = decoders.iter().filter(|decoder| conforms(decoder)).count();
    let unlisted = decoders.iter().filter_map(|decoder| Unlisted::of(decoder));
    let stale = unlisted.filter(|unlisted| unlisted.is_stale_only()).count();
    let unstable = decoders.iter().filter(|decoder| is_unstable(decoder)).count();
    let color = match conform {
        0 => "red",
        _ if conform == decoders.len() && stale == 0 => "brightgreen",
        _ => "orange",
    };
    let mut words = format!("{conform}/{} decoders conform", decoders.len());
    if stale > 0 {
        words = words + ", " + &either(stale, "baseline is stale", "baselines are stale");
    }
    if unstable > 0 {
        words = words + ", " + &unstable.to_string() + " unstable";
    }
    (words, color)
}

/// How many vectors a decoder without a baseline fails.
fn failed_vectors(record: &RunRecord, decoder: &DecoderRecord) -> usize {
    DecoderSummary::of(record, decoder).red().count()
}

//! A badge, as the endpoint of shields.io reads it.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::decoder_summary::DecoderSummary;
use crate::tell::report::pretty_json;
use crate::tell::report::stability::words;
use crate::tell::report::standing::Standing;
use crate::tell::report::unlisted::Unlisted;
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
/// Decoders that claim no profile, and those of which nothing could be judged, are not counted.
pub fn shields(record: &RunRecord) -> String {
    let judged: Vec<&DecoderRecord> = record.decoders.iter().filter(|decoder| is_judged(decoder)).collect();
    let (message, color) = match (record.footer.complete, judged.as_slice()) {
        (false, _) => ("interrupted".to_owned(), "lightgrey"),
        (true, []) => ("nothing judged".to_owned(), "lightgrey"),
        (true, [decoder]) => alone(record, decoder),
        (true, decoders) => together(record, decoders),
    };
    let badge = Badge { schema_version: 1, label: "UTF-8", message, color };
    pretty_json(&badge)
}

fn is_judged(decoder: &DecoderRecord) -> bool {
    let standing = Standing::of(decoder).0;
    decoder.baseline.is_some()
        || matches!(standing, Standing::Keeps | Standing::KeepsInPart | Standing::Breaks)
}

/// The words for the only decoder of a run.
fn alone(record: &RunRecord, decoder: &DecoderRecord) -> (String, &'static str) {
    if let Some(baseline) = &decoder.baseline {
        let unlisted = Unlisted::of(baseline);
        return match (unlisted.is_nothing(), baseline.known.is_empty()) {
            (false, _) => (unlisted.words(), "red"),
            (true, _) if is_unstable(decoder) => ("unstable as known".to_owned(), "yellowgreen"),
            (true, false) => ("conforms as known".to_owned(), "yellowgreen"),
            (true, true) => ("conforms".to_owned(), "brightgreen"),
        };
    }
    match failed_vectors(record, decoder) {
        _ if is_unstable(decoder) => ("unstable".to_owned(), "red"),
        0 => ("conforms".to_owned(), "brightgreen"),
        1 => ("1 vector fails".to_owned(), "red"),
        count => (format!("{count} vectors fail"), "red"),
    }
}

/// Whether it answers differently from time to time.
fn is_unstable(decoder: &DecoderRecord) -> bool {
    words(decoder).is_some_and(|words| words.starts_with("unstable"))
}

/// The words for several.
fn together(record: &RunRecord, decoders: &[&DecoderRecord]) -> (String, &'static str) {
    let fails = |decoder: &&&DecoderRecord| match decoder.baseline.as_ref().map(Unlisted::of) {
        Some(unlisted) => !unlisted.is_nothing() && !unlisted.is_stale_only(),
        None => failed_vectors(record, decoder) > 0,
    };
    let conform = decoders.len() - decoders.iter().filter(fails).count();
    let baselines = decoders.iter().filter_map(|decoder| decoder.baseline.as_ref());
    let stale = baselines.filter(|baseline| Unlisted::of(baseline).is_stale_only()).count();
    let color = match conform {
        0 => "red",
        _ if conform == decoders.len() && stale == 0 => "brightgreen",
        _ => "orange",
    };
    let stale = match stale {
        0 => String::new(),
        1 => ", 1 baseline is stale".to_owned(),
        count => format!(", {count} baselines are stale"),
    };
    let unstable = match decoders.iter().filter(|decoder| is_unstable(decoder)).count() {
        0 => String::new(),
        count => format!(", {count} unstable"),
    };
    (format!("{conform}/{} decoders conform{stale}{unstable}", decoders.len()), color)
}

/// How many vectors a decoder without a baseline fails.
fn failed_vectors(record: &RunRecord, decoder: &DecoderRecord) -> usize {
    DecoderSummary::of(record, decoder).vectors.iter().filter(|vector| vector.standing.is_red()).count()
}

//! What a test case says of a vector that fails.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::Style;
use crate::tell::report::decoder_summary::{DecoderSummary, VectorStanding, VectorSummary};
use crate::tell::report::finding::finding;
use crate::tell::report::junit::text::{line, lines};
use crate::tell::report::reproduce::reproduce;
use illformed_judge::shown::shown_input;

/// How many recipes of a vector are named.
const RECIPES: usize = 20;

/// Why, in a line.
pub(super) fn why(decoder_summary: &DecoderSummary<'_>, vector: &VectorSummary<'_>) -> String {
    let cause = vector.cause();
    let first = vector.cases.first().copied();
    match vector.standing {
        VectorStanding::Known => format!("known: {cause}"),
        VectorStanding::Stale => {
            "stale: the baseline lists a failure that is none any more, or is not judged".to_owned()
        }
        _ => {
            let mark = first.map_or("", |case| decoder_summary.mark(case));
            let detail = decoder_summary.finding(vector.vector).map_or(cause, |finding| &finding.detail);
            if mark.is_empty() { detail.to_owned() } else { format!("{mark}: {detail}") }
        }
    }
}

/// All that is known of it: the cases that fail, what the baseline says, and the details of the first.
pub(super) fn in_full(
    record: &RunRecord,
    decoder: &DecoderRecord,
    decoder_summary: &DecoderSummary<'_>,
    vector: &VectorSummary<'_>,
) -> String {
    let mut text = format!("cases: {}\n", line(&decoder_summary.recipes(vector, RECIPES)));
    if let Some(baseline) = &decoder.baseline {
        let listed = baseline
            .deviations
            .iter()
            .filter(|one| one.case.is_some_and(|case| vector.cases.contains(&case)));
        for deviation in listed.filter(|one| baseline.counts(one)) {
            let place = format!("{}:{}: {}: ", baseline.file, deviation.line, deviation.kind.name());
            text.push_str(&line(&(place + &deviation.detail)));
            text.push('\n');
            text.push_str(&lines(&deviation.patch));
        }
    }
    if let Some(known) = decoder_summary.finding(vector.vector) {
        text.push_str(&lines(&finding(record, decoder, known, Style::Plain)));
    } else if let Some(case) = vector.cases.first() {
        for (key, value) in [
            ("input", shown_input(&record.vectors[vector.vector].input)),
            ("observed", decoder_summary.observed(*case)),
            ("again", &reproduce(record, decoder, *case)),
        ] {
            text.push_str(&line(&format!("{key}: {value}")));
            text.push('\n');
        }
    }
    text
}

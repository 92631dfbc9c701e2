//! A badge, as the endpoint of shields.io reads it.

use crate::record::run_record::{DecoderRecord, ExitReason, RunRecord, Standing};
use crate::tell::report::decoders::baseline_diff;
use crate::tell::report::format::json::pretty_json;
use crate::tell::report::issue::Issue;
use crate::tell::report::words::{either, present};
use illformed_judge::cause::Cause;
use serde_json::json;

/// `record` as the JSON of a badge: of one decoder whether it conforms, or for which cause it does not; of several how many
/// do. A decoder conforms if it fails nothing that its baseline does not accept. Those that claim no profile, and those of which
/// nothing could be judged, are not counted. The badge of a run that does not end with 0 is red or orange, that of another
/// never.
pub fn shields(record: &RunRecord) -> String {
    let is_judged = |standing: &Standing| !matches!(standing, Standing::NoClaim | Standing::NotJudged);
    let standings = record.decoders.iter().map(|decoder| (decoder, record.standing(decoder)));
    let judged: Vec<(&DecoderRecord, Standing)> = standings.filter(|(_, one)| is_judged(one)).collect();
    let conforming = judged.iter().filter(|(_, standing)| standing.conforms()).count();
    let mut message = match judged.as_slice() {
        _ if !record.footer.complete => "interrupted".to_owned(),
        [] => "nothing judged".to_owned(),
        [(decoder, standing)] => alone(record, decoder, *standing),
        decoders => together(conforming, decoders),
    };
    let is_red = !ExitReason::of(record).is_empty();
    if is_red && !judged.iter().any(|(decoder, _)| record.is_failed_by(decoder)) && !judged.is_empty() {
        message += ", run failed";
    }
    let has_known = judged.iter().any(|(_, standing)| *standing == Standing::Accepted);
    let color = match conforming {
        _ if !record.footer.complete || judged.is_empty() => "lightgrey",
        0 if is_red => "red",
        _ if is_red => "orange",
        // The failures of a survey, and those that `--fail-on` lets pass, are shown and do not alarm.
        count if count < judged.len() => "yellow",
        _ if has_known => "yellowgreen",
        _ => "brightgreen",
    };
    // The names are those of the endpoint's schema, version 1.
    pretty_json(&json!({ "schemaVersion": 1, "label": "UTF-8", "message": message, "color": color }))
}

fn alone(record: &RunRecord, decoder: &DecoderRecord, standing: Standing) -> String {
    let causes = || match Issue::open(record, decoder).as_slice() {
        [] => "no cause".to_owned(),
        [issue] => issue.cause.id.name().to_owned(),
        [worst, others @ ..] => format!("{} and {} more", worst.cause.id, others.len()),
    };
    match standing {
        Standing::Failed | Standing::Tolerated => causes(),
        Standing::Imprecise => format!("imprecise: {}", causes()),
        Standing::Outdated => baseline_diff([decoder]),
        Standing::Accepted if is_unstable(decoder) => "unstable as known".to_owned(),
        Standing::Accepted => "conforms as known".to_owned(),
        Standing::Passed | Standing::PassedInPart => "conforms".to_owned(),
        Standing::NoClaim | Standing::NotJudged => "nothing judged".to_owned(),
    }
}

/// Whether it answers differently from time to time.
fn is_unstable(decoder: &DecoderRecord) -> bool {
    decoder.judged_outcomes().causes.iter().any(|cause| cause.id == Cause::Unstable)
}

fn together(conforming: usize, decoders: &[(&DecoderRecord, Standing)]) -> String {
    let stale = decoders.iter().filter(|(_, standing)| *standing == Standing::Outdated).count();
    let unstable = decoders.iter().filter(|(decoder, _)| is_unstable(decoder)).count();
    let parts = present([
        (decoders.len(), format!("{conforming}/{} decoders conform", decoders.len())),
        (stale, either(stale, "baseline is stale", "baselines are stale")),
        (unstable, format!("{unstable} unstable")),
    ]);
    parts.join(", ")
}

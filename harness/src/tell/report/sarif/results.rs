//! The results: what each decoder gets wrong that no baseline accepts.

use crate::record::run_record::{DecoderRecord, RunRecord};
use crate::tell::report::decoder_summary::{DecoderSummary, VectorSummary};
use crate::tell::report::reproduce::reproduce;
use crate::tell::report::sarif::catalogue::level;
use crate::tell::report::sarif::log::{
    ArtifactLocation, Finding, Location, LogicalLocation, Message, PhysicalLocation, Region,
};
use crate::tell::report::sarif::rule::{RULES, broken};
use crate::tell::report::sarif::text::{line, plain, uri};
use crate::tell::report::stability::{depends, words};
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::shown_input;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The base of the suite's files.
pub(super) const SUITE_ROOT: &str = "ILLFORMED";

/// How many recipes of a vector are named.
const RECIPES: usize = 20;

/// The results of a run, and how many there are beside them.
pub(super) struct Results {
    pub(super) findings: Vec<Finding>,
    pub(super) left_out: usize,
}

/// At most `most` results of `record`: those by the worst rules first, and of a rule the first of each decoder before the
/// second of any, so that one decoder that is always wrong leaves room for the others.
pub(super) fn results(record: &RunRecord, most: usize) -> Results {
    let decoder_summaries: Vec<(&DecoderRecord, DecoderSummary<'_>)> = record
        .decoders
        .iter()
        .filter(|decoder| record.accuses(decoder))
        .map(|decoder| (decoder, DecoderSummary::of(record, decoder)))
        .collect();
    let mut red = Vec::new();
    for (number, (_, decoder_summary)) in decoder_summaries.iter().enumerate() {
        let mut found = [0_usize; RULES.len()];
        for vector in decoder_summary.vectors.iter().filter(|vector| vector.standing.is_red()) {
            // A stale entry is no divergence: the decoder is right.
            if vector.outcome.is_some_and(|outcome| outcome.verdict != VerdictKind::Pass) {
                let rule = broken(vector, &record.vectors[vector.vector].flags);
                found[rule] += 1;
                red.push((rule, found[rule], number, vector));
            }
        }
    }
    // It is stable: otherwise the order of the record stays.
    red.sort_by_key(|(rule, place, ..)| (*rule, *place));
    let left_out = red.len().saturating_sub(most);
    let finding = |(rule, _, number, vector): (usize, usize, usize, &VectorSummary<'_>)| {
        let (decoder, decoder_summary) = &decoder_summaries[number];
        finding(record, decoder, decoder_summary, vector, rule)
    };
    Results { findings: red.into_iter().take(most).map(finding).collect(), left_out }
}

fn finding(
    record: &RunRecord,
    decoder: &DecoderRecord,
    decoder_summary: &DecoderSummary<'_>,
    vector: &VectorSummary<'_>,
    rule: usize,
) -> Finding {
    let known = decoder_summary.finding(vector.vector);
    let case = known.map_or(vector.cases[0], |finding| finding.case);
    let (id, name) = (record.case_id(case), decoder.name());
    let of = &record.vectors[vector.vector];
    let detail = known.map_or(vector.cause(), |finding| &finding.detail);
    let mut properties = BTreeMap::from([
        ("input", line(shown_input(&of.input))),
        ("comment", line(&of.comment)),
        ("case", line(&id)),
        ("cases", line(&decoder_summary.recipes(vector, RECIPES))),
        ("verdict", line(vector.outcome.map_or("", |outcome| outcome.verdict.name()))),
        ("observed", line(known.map_or_else(|| decoder_summary.observed(case), |finding| finding.shown().1))),
        ("again", line(&reproduce(record, decoder, case))),
        ("implementation", line(&decoder.implementation)),
        ("version", line(&decoder.version)),
        ("api", line(&decoder.api)),
        ("profile", line(&decoder.claim.profile)),
    ]);
    properties.extend(depends(decoder, case).map(|mark| ("history", mark.to_owned())));
    properties.extend(words(decoder).map(|words| ("stability", line(&words))));
    properties.extend(known.map(|finding| ("expected", line(finding.shown().0))));
    let listed = decoder_summary.mark(case);
    if !listed.is_empty() {
        properties.insert("baseline", listed.to_owned());
    }
    let history = depends(decoder, case).map_or_else(String::new, |mark| format!(", {mark}"));
    let text = format!("{name}: {detail}{history}: {} ({id}: {})", shown_input(&of.input), of.comment);
    let fingerprint = Sha256::digest(format!("{name}\0{}", of.id));
    Finding {
        rule_id: RULES[rule].id,
        rule_index: rule,
        level: level(&RULES[rule]),
        message: Message::of(plain(&text)),
        locations: [Location {
            physical_location: place(record, decoder, case),
            logical_locations: [LogicalLocation {
                name: line(&decoder.decoder),
                fully_qualified_name: line(&name),
                kind: "function",
            }],
        }],
        partial_fingerprints: BTreeMap::from([(
            "decoderAndVector/v1",
            const_hex::encode(&fingerprint[..16]),
        )]),
        properties,
    }
}

/// Code scanning shows no result without a file. It is the decoder's baseline, where the divergence would be listed, at
/// the entry if there is one; without a baseline the file of the vector.
fn place(record: &RunRecord, decoder: &DecoderRecord, case: usize) -> PhysicalLocation {
    let Some(baseline) = &decoder.baseline else {
        let id = &record.vectors[record.cases[case].vector].id;
        let group = id.split('/').next().unwrap_or_default();
        let complete = record.suite.groups.iter().any(|one| one.name == group && one.complete);
        let file =
            if complete { "vectors/complete/rfc3629".to_owned() } else { format!("vectors/suite/{group}") };
        return PhysicalLocation {
            artifact_location: ArtifactLocation {
                uri: uri(&format!("{file}.json")),
                uri_base_id: Some(SUITE_ROOT),
            },
            region: Region { start_line: 1 },
        };
    };
    let entry = baseline.deviations.iter().find(|deviation| deviation.case == Some(case));
    PhysicalLocation {
        artifact_location: ArtifactLocation { uri: uri(&baseline.file), uri_base_id: None },
        region: Region { start_line: entry.map_or(1, |deviation| deviation.line.max(1)) },
    }
}

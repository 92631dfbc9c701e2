//! The results: what each decoder gets wrong that no baseline accepts.

use crate::record::run_record::RunRecord;
use crate::tell::report::SourceLocation;
use crate::tell::report::failures::{DecoderSummary, Failure, VectorSummary};
use crate::tell::report::format::sarif::catalogue::level;
use crate::tell::report::format::sarif::log::{
    ArtifactLocation, Finding, Location, LogicalLocation, Message, PhysicalLocation, Region,
};
use crate::tell::report::reproduce::instability;
use crate::tell::report::words::{counted, fitted, group_of};
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The base of the suite's files.
pub(super) const SUITE_ROOT: &str = "ILLFORMED";

/// How many recipes of a vector are named.
const RECIPES: usize = 20;

/// How long a text from outside may be, in characters.
const LONGEST: usize = 500;

/// The results of a run, and how many are left out.
pub(super) struct Results {
    pub(super) findings: Vec<Finding>,
    pub(super) left_out: usize,
}

/// At most `most` results of `record`: those with the worst causes first, and of a cause the first of each decoder before the
/// second of any, so that one decoder that is always wrong leaves room for the others. At a `source` all vectors of a cause
/// would stand on one line of it, so that each decoder has one result for the cause: the vector with the shortest input.
pub(super) fn results(record: &RunRecord, source: Option<&SourceLocation>, most: usize) -> Results {
    let summaries: Vec<DecoderSummary<'_>> = DecoderSummary::of_all(record).collect();
    let mut red = Vec::new();
    for summary in &summaries {
        let mut found = [0_usize; Cause::ALL.len()];
        let mut shortest: BTreeMap<Cause, &VectorSummary<'_>> = BTreeMap::new();
        // A stale entry is no divergence: the decoder is right.
        let wrong = |vector: &&VectorSummary<'_>| {
            vector.verdict().is_some_and(|verdict| verdict != VerdictKind::Pass)
        };
        for vector in summary.red().filter(wrong) {
            let cause = summary.failure(vector).cause;
            found[cause as usize] += 1;
            if source.is_none() {
                red.push((cause, found[cause as usize], summary, vector));
                continue;
            }
            let len = |vector: &VectorSummary<'_>| record.vectors[vector.vector].input.len();
            let best = shortest.entry(cause).or_insert(vector);
            if len(vector) < len(best) {
                *best = vector;
            }
        }
        red.extend(
            shortest.into_iter().map(|(cause, vector)| (cause, found[cause as usize], summary, vector)),
        );
    }
    // The sort is stable: otherwise the order of the record stays.
    red.sort_by_key(|(cause, place, ..)| (*cause, *place));
    let left_out = red.len().saturating_sub(most);
    let findings = red.iter().take(most).map(|(_, number, summary, vector)| {
        let failure = summary.failure(vector);
        let place = place(record, source, &failure);
        let vectors = source.map(|_| *number);
        finding(&failure, place, vectors, vector.verdict_name(), &summary.recipes(vector, RECIPES))
    });
    Results { findings: findings.collect(), left_out }
}

/// The result of `failure`; it stands for that many `vectors` that fail for its cause, if it does.
fn finding(
    failure: &Failure<'_>,
    place: PhysicalLocation,
    vectors: Option<usize>,
    verdict: &str,
    recipes: &str,
) -> Finding {
    let Failure { decoder, vector, .. } = failure;
    let (id, name) = (failure.id(), decoder.name());
    let mut properties = BTreeMap::from([
        ("input", line(failure.input())),
        ("comment", line(&vector.comment)),
        ("case", line(&id)),
        ("cases", line(recipes)),
        ("verdict", line(verdict)),
        ("observed", line(failure.observed())),
        ("again", line(&failure.reproduce())),
        ("implementation", line(&decoder.implementation)),
        ("version", line(&decoder.version)),
        ("api", line(&decoder.api)),
        ("profile", line(&decoder.claim.profile)),
    ]);
    properties.extend(failure.history().map(|history| ("history", history.to_owned())));
    properties.extend(instability(decoder).map(|words| ("stability", line(&words))));
    properties.extend(failure.expected().map(|expected| ("expected", line(expected))));
    properties.extend((!failure.mark.is_empty()).then(|| ("baseline", failure.mark.to_owned())));
    let history = failure.history().map_or_else(String::new, |history| format!(", {history}"));
    let what = format!("{name}: {}{history}", failure.detail());
    let mut text = format!("{what}: {} ({id}: {})", failure.input(), vector.comment);
    if let Some(vectors) = vectors {
        let _ = write!(text, "; {} fail for this cause", counted(vectors, "vector"));
        properties.insert("vectors", vectors.to_string());
    }
    let (scheme, of) = match vectors {
        Some(_) => ("decoderAndCause/v1", failure.cause.name()),
        None => ("decoderAndVector/v1", vector.id.as_str()),
    };
    let fingerprint = Sha256::digest(format!("{name}\0{of}"));
    Finding {
        rule_id: failure.cause.name(),
        rule_index: failure.cause as usize,
        level: level(failure.cause),
        message: Message::of(plain(&text)),
        locations: [Location {
            physical_location: place,
            logical_locations: [LogicalLocation {
                name: line(&decoder.decoder),
                fully_qualified_name: line(&name),
                kind: "function",
            }],
        }],
        partial_fingerprints: BTreeMap::from([(scheme, const_hex::encode(&fingerprint[..16]))]),
        properties,
    }
}

/// Code scanning shows no result without a file. It is `source`; without one, the decoder's baseline, where the divergence would be listed, at
/// the entry if there is one; without a baseline the file of the vector.
fn place(record: &RunRecord, source: Option<&SourceLocation>, failure: &Failure<'_>) -> PhysicalLocation {
    let (uri, uri_base_id, start_line) = if let Some(SourceLocation { file, line }) = source {
        (uri(file), None, *line)
    } else if let Some((file, line)) = failure.place() {
        (uri(file), None, line)
    } else {
        let group = group_of(failure.vector);
        let complete = record.suite.groups.iter().any(|one| one.name == group && one.complete);
        let file = if complete { "complete/rfc3629" } else { &format!("suite/{group}") };
        (uri(&format!("vectors/{file}.json")), Some(SUITE_ROOT), 1)
    };
    PhysicalLocation {
        artifact_location: ArtifactLocation { uri, uri_base_id },
        region: Region { start_line },
    }
}

/// One line of text from outside, for a property.
fn line(text: &str) -> String {
    fitted(text, LONGEST)
}

/// The same for a message, where brackets make links and braces stand for arguments (sections 3.11.5 and 3.11.6).
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in line(text).chars() {
        match c {
            '[' | ']' | '\\' => plain.extend(['\\', c]),
            '{' | '}' => plain.extend([c, c]),
            _ => plain.push(c),
        }
    }
    plain
}

/// The path of a file as a URI reference.
fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut uri = String::new();
    for byte in path.strip_prefix("./").unwrap_or(&path).bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

//! The log: the tool with its rules, how the run went, and the results.

use crate::record::date::moment;
use crate::record::run_record::{AdapterNote, RunRecord};
use crate::tell::report::SourceLocation;
use crate::tell::report::format::json::pretty_json;
use crate::tell::report::format::sarif::catalogue::{descriptors, reference, taxonomy};
use crate::tell::report::format::sarif::log::{
    BaseId, Component, Invocation, Log, Message, Notification, Run, Tool,
};
use crate::tell::report::format::sarif::results::{Results, SUITE_ROOT, plain, results};
use chrono::SecondsFormat;
use std::collections::BTreeMap;

/// The address of the project; empty as long as it has none.
const HOMEPAGE: &str = env!("CARGO_PKG_REPOSITORY");

/// How many results a log has. GitHub takes 25,000 and 10 MB, and shows 5,000 of them.
const MOST_RESULTS: usize = 5_000;

/// `record` as a SARIF 2.1.0 log.
///
/// A rule is a cause, such as `accepts-surrogate`, with the text of its page. At a `source` a result is a cause of a decoder,
/// with its shortest input and the number of vectors; its fingerprint depends on the decoder's name and the cause alone.
/// Without one a result is a vector on which a decoder fails its claim and which its baseline, if there is one, does not
/// accept; derived cases are part of their vector. Its place is the baseline, at the entry where there is one, else the
/// vector's file in the suite, under the base `ILLFORMED`; its fingerprint depends on the decoder's name and the vector's id. There are at most 5,000 results, those with the worst causes first; a notification says how many are left
/// out, as others do of adapters that are absent or broken and of a run that was interrupted.
///
/// Decoders that claim no profile and have no baseline have no results.
pub fn sarif(record: &RunRecord, source: Option<&SourceLocation>) -> String {
    let Results { findings, left_out } = results(record, source, MOST_RESULTS);
    let base = BaseId { description: Message::of("The repository of illformed, which has the vectors.") };
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Component {
                    name: &record.tool.name,
                    organization: None,
                    semantic_version: Some(&record.tool.version),
                    information_uri: Some(HOMEPAGE).filter(|address| !address.is_empty()),
                    short_description: Message::of("Conformance of UTF-8 decoders"),
                    rules: descriptors(),
                    taxa: Vec::new(),
                    supported_taxonomies: vec![reference()],
                },
            },
            invocations: [Invocation {
                execution_successful: record.footer.complete,
                start_time_utc: written(record.began_at),
                end_time_utc: written(record.began_at.saturating_add(record.took_ms / 1000)),
                exit_code: record.footer.exit_codes.first().copied(),
                tool_execution_notifications: notifications(record, left_out),
            }],
            original_uri_base_ids: BTreeMap::from([(SUITE_ROOT, base)]),
            taxonomies: [taxonomy()],
            results: findings,
            column_kind: "unicodeCodePoints",
        }],
    };
    pretty_json(&log)
}

/// Seconds since 1970, as RFC 3339 writes the moment.
fn written(seconds: u64) -> Option<String> {
    Some(moment(seconds)?.to_rfc3339_opts(SecondsFormat::Secs, true))
}

fn notifications(record: &RunRecord, left_out: usize) -> Vec<Notification> {
    let note = |level, text: String| Notification { level, message: Message::of(text) };
    let mut notes = Vec::new();
    if left_out > 0 {
        notes.push(note("warning", format!("{left_out} results are left out; report.json has all")));
    }
    if !record.footer.complete {
        notes.push(note("error", "interrupted: not everything was asked".to_owned()));
    }
    for AdapterNote { adapter, why } in &record.broken {
        notes.push(note("error", plain(&format!("adapter {adapter} is broken: {why}"))));
    }
    for AdapterNote { adapter, why } in &record.absent {
        notes.push(note("note", plain(&format!("adapter {adapter} is absent: {why}"))));
    }
    notes
}

//! The log: the tool with its rules, how the run went, and the results.

use crate::record::date::moment;
use crate::record::run_record::{AdapterNote, RunRecord};
use crate::tell::report::SourceLocation;
use crate::tell::report::format::json::pretty_json;
use crate::tell::report::format::sarif::results::{plain, result};
use crate::tell::report::format::sarif::rules::rule;
use crate::tell::report::issue::Issue;
use chrono::SecondsFormat;
use illformed_judge::cause::Cause;
use serde_json::{Value, json};

/// The address of the project; empty as long as it has none.
const HOMEPAGE: &str = env!("CARGO_PKG_REPOSITORY");

/// How many results a log has. GitHub takes 25,000 and 10 MB, and shows 5,000 of them.
const MOST_RESULTS: usize = 5_000;

/// `record` as a SARIF 2.1.0 log.
///
/// A rule is a cause, such as `accepts-surrogate`, with the text of its page. A result is a cause for which a decoder fails its
/// claim and which its baseline, if there is one, does not accept, with an example and the number of vectors. Its place is
/// `source`; without one the decoder's baseline, at the entry where there is one; without a baseline it names the decoder
/// alone. Its fingerprint depends on the decoder's name and the cause. There are at most 5,000 results, the worst of each
/// decoder first; a notification says how many are left out, as others do of adapters that are absent or broken and of a
/// run that was interrupted.
///
/// Decoders that claim no profile and have no baseline have no results.
pub fn sarif(record: &RunRecord, source: Option<&SourceLocation>) -> String {
    let issues = Issue::of_failed_run(record);
    let results: Vec<Value> = issues.iter().take(MOST_RESULTS).map(|issue| result(issue, source)).collect();
    let mut driver = json!({
        "name": record.tool.name,
        "semanticVersion": record.tool.version,
        "shortDescription": { "text": "Conformance of UTF-8 decoders" },
        "rules": Cause::ALL.map(rule).to_vec(),
    });
    if !HOMEPAGE.is_empty() {
        driver["informationUri"] = HOMEPAGE.into();
    }
    let mut invocation = json!({
        "executionSuccessful": record.footer.complete,
        "toolExecutionNotifications": notifications(record, &results, issues.len()),
    });
    let ended_at = record.began_at.saturating_add(record.took_ms / 1000);
    for (key, seconds) in [("startTimeUtc", record.began_at), ("endTimeUtc", ended_at)] {
        if let Some(time) = moment(seconds) {
            invocation[key] = time.to_rfc3339_opts(SecondsFormat::Secs, true).into();
        }
    }
    if let Some(code) = record.footer.exit_codes.first() {
        invocation["exitCode"] = (*code).into();
    }
    pretty_json(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "invocations": [invocation],
            "results": results,
            "columnKind": "unicodeCodePoints",
        }],
    }))
}

fn notifications(record: &RunRecord, results: &[Value], issues: usize) -> Vec<Value> {
    let note = |level, text: String| json!({ "level": level, "message": { "text": text } });
    let mut notes = Vec::new();
    let left_out = issues - results.len();
    let without_file =
        results.iter().filter(|result| result["locations"][0].get("physicalLocation").is_none()).count();
    if left_out > 0 {
        notes.push(note("warning", format!("{left_out} results are left out; report.json has all")));
    }
    if without_file > 0 {
        let text = format!("{without_file} results have no file; `--source FILE` gives them one");
        notes.push(note("warning", text));
    }
    if !record.footer.complete {
        notes.push(note("error", "interrupted: not everything was asked".to_owned()));
    }
    for (level, word, adapters) in [("error", "broken", &record.broken), ("note", "absent", &record.absent)] {
        for AdapterNote { adapter, why } in adapters {
            notes.push(note(level, plain(&format!("adapter {adapter} is {word}: {why}"))));
        }
    }
    notes
}

//! SARIF 2.1.0, as code scanning reads it: the tool with a rule for each cause, how the run went, and the results.

use crate::record::date::moment;
use crate::record::run_record::{DecoderRecord, RunRecord, Standing};
use crate::tell::report::decoders::{RunFault, baseline_diff, run_faults};
use crate::tell::report::format::json::pretty_json;
use crate::tell::report::issue::Issue;
use crate::tell::report::reproduce::instability;
use crate::tell::report::words::{counted, fitted, in_one_word, percent_encoded, sent};
use crate::tell::report::{SourceLocation, cause_markdown};
use chrono::SecondsFormat;
use illformed_judge::cause::{Cause, Page, Severity};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// How many results a log has. GitHub takes 25,000 and 10 MB, and shows 5,000 of them.
const MOST_RESULTS: usize = 5_000;

/// How long a text from outside may be, in characters.
const LONGEST: usize = 500;

/// `record` as a SARIF 2.1.0 log.
///
/// A rule is a cause, such as `accepts-surrogate`, with the text of its page. A result is a cause for which a decoder fails its
/// claim and which its baseline, if there is one, does not accept, with an example and the number of vectors. Its place is
/// `source`; without one the decoder's baseline, at the entry where there is one; without a baseline it names the decoder
/// alone. Its fingerprint depends on the decoder's name and the cause. There are at most 5,000 results, the worst of each
/// decoder first; a notification says how many are left out, as others do of adapters that are absent or broken, of stale baselines
/// and of a run that was interrupted.
///
/// Decoders that claim no profile and have no baseline have no results.
pub fn sarif(record: &RunRecord, source: Option<&SourceLocation>) -> String {
    let issues = Issue::of_run(record, true);
    let results: Vec<Value> = issues.iter().take(MOST_RESULTS).map(|issue| result(issue, source)).collect();
    let driver = json!({
        "name": record.tool.name,
        "semanticVersion": record.tool.version,
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "shortDescription": { "text": "Conformance of UTF-8 decoders" },
        "rules": Cause::ALL.map(rule).to_vec(),
    });
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
        let text = format!("{} without a file; `--source FILE` names one", counted(without_file, "result"));
        notes.push(note("warning", text));
    }
    notes.extend(run_faults(record).iter().map(|RunFault { of, why, is_error, .. }| {
        note(if *is_error { "error" } else { "note" }, plain(&format!("{of}: {why}")))
    }));
    // A run is red for them, and none of them is a result.
    let is_stale = |decoder: &&DecoderRecord| {
        record.is_failed_by(decoder) && record.standing(decoder) == Standing::Outdated
    };
    notes.extend(record.decoders.iter().filter(is_stale).map(|decoder| {
        let entries = baseline_diff([decoder]);
        note("error", plain(&format!("{}: its baseline is out of date: {entries}", decoder.name())))
    }));
    notes
}

fn rule(cause: Cause) -> Value {
    let Page { says, matters, standard, cwe, before, after, .. } = cause.page();
    let [before, after] = [before, after].map(|lines| lines.join("\n"));
    let is_security = cause.severity() == Severity::Critical;
    let mut tags = vec!["utf-8".to_owned()];
    tags.extend(is_security.then(|| "security".to_owned()));
    // GitHub knows `CWE-20` by the tag `external/cwe/cwe-020`.
    let numbers = cwe.iter().filter_map(|weakness| weakness.strip_prefix("CWE-"));
    tags.extend(numbers.map(|number| format!("external/cwe/cwe-{number:0>3}")));
    let mut rule = json!({
        "id": cause.name(),
        "name": in_one_word(cause.name()),
        "shortDescription": { "text": says },
        "fullDescription": { "text": format!("{says} {matters}") },
        "help": {
            "text": format!("{matters}\n\nSpecified by: {standard}\n\nBefore:\n{before}\n\nAfter:\n{after}"),
            "markdown": cause_markdown(cause),
        },
        "defaultConfiguration": { "level": level(cause) },
        "properties": { "tags": tags, "precision": "very-high" },
    });
    if is_security {
        // From 0.0 to 10.0, as text; GitHub reads it.
        rule["properties"]["security-severity"] = "7.5".into();
    }
    rule
}

/// How loud a result of `cause` is.
const fn level(cause: Cause) -> &'static str {
    match cause.severity() {
        Severity::Critical | Severity::Wrong => "error",
        Severity::Imprecise => "warning",
    }
}

/// The result of `issue`, which is at `source` if there is one.
fn result(issue: &Issue<'_>, source: Option<&SourceLocation>) -> Value {
    let Issue { record, decoder, cause, .. } = issue;
    let name = decoder.name();
    let (says, shown) = (&cause.id.page().says, issue.shown(200));
    let text = format!("{name}: {}{says} {shown} ({})", issue.prefix(), issue.extent());
    let mut location = json!({
        "logicalLocations": [{
            "name": fitted(&decoder.decoder, LONGEST),
            "fullyQualifiedName": fitted(&name, LONGEST),
            "kind": "function",
        }],
    });
    if let Some((file, line)) = issue.place(source) {
        // The path of a file as a URI reference.
        let path = file.replace('\\', "/");
        let uri = percent_encoded(path.strip_prefix("./").unwrap_or(&path), b"-._~/");
        location["physicalLocation"] =
            json!({ "artifactLocation": { "uri": uri }, "region": { "startLine": line } });
    }
    let finding = issue.finding();
    // What a reader of the log may look for.
    let properties = [
        ("vectors", Some(issue.vectors.len().to_string())),
        ("cases", Some(issue.cases.len().to_string())),
        ("case", issue.example.map(|case| record.case_id(case))),
        ("input", issue.example.map(|case| sent(record, case))),
        ("expected", finding.map(|finding| finding.shown().0.to_owned())),
        ("observed", finding.map(|finding| finding.shown().1.to_owned())),
        ("reproduce", issue.reproduce()),
        ("history", issue.history().map(str::to_owned)),
        ("stability", instability(decoder)),
        ("baseline", issue.deviations().next().map(|one| one.kind.to_string())),
        ("implementation", Some(decoder.implementation.clone())),
        ("version", Some(decoder.version.clone())),
        ("api", Some(decoder.api.clone())),
        ("profile", Some(decoder.claim.profile_name().to_owned())),
    ];
    let present = properties.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text?)));
    let properties: Map<_, _> = present.map(|(key, text)| (key, fitted(&text, LONGEST).into())).collect();
    let fingerprint = Sha256::digest(format!("{name}\0{}", cause.id.name()));
    json!({
        "ruleId": cause.id.name(),
        "ruleIndex": cause.id as usize,
        "level": level(cause.id),
        "message": { "text": plain(&text) },
        "locations": [location],
        "partialFingerprints": { "decoderAndCause/v1": const_hex::encode(&fingerprint[..16]) },
        "properties": properties,
    })
}

/// One line of text from outside for a message, where brackets make links and braces stand for arguments (sections 3.11.5
/// and 3.11.6).
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in fitted(text, LONGEST).chars() {
        match c {
            '[' | ']' | '\\' => plain.extend(['\\', c]),
            '{' | '}' => plain.extend([c, c]),
            _ => plain.push(c),
        }
    }
    plain
}

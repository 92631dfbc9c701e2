//! The results: what each decoder gets wrong that no baseline accepts.

use crate::tell::report::SourceLocation;
use crate::tell::report::format::sarif::rules::level;
use crate::tell::report::issue::Issue;
use crate::tell::report::reproduce::instability;
use crate::tell::report::words::{fitted, percent_encoded, sent};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// How long a text from outside may be, in characters.
const LONGEST: usize = 500;

/// The result of `issue`, which is at `source` if there is one.
pub(super) fn result(issue: &Issue<'_>, source: Option<&SourceLocation>) -> Value {
    let Issue { decoder, cause, .. } = issue;
    let name = decoder.name();
    let (says, shown) = (&cause.id.page().says, issue.shown(200));
    let text = format!("{name}: {}{says} {shown} ({})", issue.prefix(), issue.extent());
    let mut location = json!({
        "logicalLocations": [{
            "name": line(&decoder.decoder),
            "fullyQualifiedName": line(&name),
            "kind": "function",
        }],
    });
    if let Some((file, line)) = issue.place(source) {
        location["physicalLocation"] =
            json!({ "artifactLocation": { "uri": uri(file) }, "region": { "startLine": line } });
    }
    let fingerprint = Sha256::digest(format!("{name}\0{}", cause.id.name()));
    json!({
        "ruleId": cause.id.name(),
        "ruleIndex": cause.id as usize,
        "level": level(cause.id),
        "message": { "text": plain(&text) },
        "locations": [location],
        "partialFingerprints": { "decoderAndCause/v1": const_hex::encode(&fingerprint[..16]) },
        "properties": properties(issue),
    })
}

/// What a reader of the log may look for.
fn properties(issue: &Issue<'_>) -> Map<String, Value> {
    let Issue { record, decoder, .. } = issue;
    let of_example = issue.example.map(|case| record.case_id(case));
    let finding = issue.finding();
    let all = [
        ("vectors", Some(issue.vectors.len().to_string())),
        ("cases", Some(issue.cases.len().to_string())),
        ("case", of_example),
        ("input", issue.example.map(|case| sent(record, case))),
        ("expected", finding.map(|finding| finding.shown().0.to_owned())),
        ("observed", finding.map(|finding| finding.shown().1.to_owned())),
        ("reproduce", issue.reproduce()),
        ("history", issue.history().map(str::to_owned)),
        ("stability", instability(decoder)),
        ("baseline", issue.deviates().map(str::to_owned)),
        ("implementation", Some(decoder.implementation.clone())),
        ("version", Some(decoder.version.clone())),
        ("api", Some(decoder.api.clone())),
        ("profile", Some(decoder.claim.profile.clone())),
    ];
    all.into_iter().filter_map(|(key, text)| Some((key.to_owned(), line(&text?).into()))).collect()
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
    percent_encoded(path.strip_prefix("./").unwrap_or(&path), b"-._~/")
}

//! The causes as rules of SARIF, and the weaknesses of the Common Weakness Enumeration that they are about.

use crate::tell::report::cause_markdown;
use illformed_judge::cause::{Cause, Page, Severity};
use serde_json::{Value, json};

/// The rules of all causes, by their place in [`Cause::ALL`].
pub(super) fn rules() -> Vec<Value> {
    Cause::ALL.into_iter().map(rule).collect()
}

fn rule(cause: Cause) -> Value {
    let Page { says, matters, standard, cwe, before, after, .. } = cause.page();
    let [before, after] = [before, after].map(|lines| lines.join("\n"));
    let weaknesses: Vec<u16> = cwe.iter().filter_map(|weakness| number(weakness)).collect();
    let is_security = cause.severity() == Severity::Critical;
    let security = is_security.then(|| "security".to_owned());
    // GitHub knows a weakness by such a tag.
    let of_weaknesses = weaknesses.iter().map(|number| format!("external/cwe/cwe-{number:03}"));
    let tags: Vec<String> = ["utf-8".to_owned()].into_iter().chain(security).chain(of_weaknesses).collect();
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
    if !weaknesses.is_empty() {
        let relationship = |number: &u16| json!({ "target": { "id": number.to_string(), "toolComponent": reference() }, "kinds": ["relevant"] });
        rule["relationships"] = weaknesses.iter().map(relationship).collect();
    }
    rule
}

/// How loud a result of `cause` is.
pub(super) const fn level(cause: Cause) -> &'static str {
    match cause.severity() {
        Severity::Critical | Severity::Wrong => "error",
        Severity::Imprecise => "warning",
    }
}

/// The number in `CWE-176`.
fn number(weakness: &str) -> Option<u16> {
    weakness.strip_prefix("CWE-")?.parse().ok()
}

/// `accepts-surrogate` as `AcceptsSurrogate`.
fn in_one_word(id: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').map(word).collect()
}

/// The number and the name of each.
const WEAKNESSES: [(u16, &str); 15] = [
    (116, "Improper Encoding or Escaping of Output"),
    (125, "Out-of-bounds Read"),
    (129, "Improper Validation of Array Index"),
    (131, "Incorrect Calculation of Buffer Size"),
    (158, "Improper Neutralization of Null Byte or NUL Character"),
    (176, "Improper Handling of Unicode Encoding"),
    (180, "Incorrect Behavior Order: Validate Before Canonicalize"),
    (182, "Collapse of Data into Unsafe Value"),
    (193, "Off-by-one Error"),
    (248, "Uncaught Exception"),
    (252, "Unchecked Return Value"),
    (362, "Concurrent Execution using Shared Resource with Improper Synchronization ('Race Condition')"),
    (457, "Use of Uninitialized Variable"),
    (459, "Incomplete Cleanup"),
    (835, "Loop with Unreachable Exit Condition ('Infinite Loop')"),
];

/// The weaknesses.
pub(super) fn taxonomy() -> Value {
    let taxon = |(number, name): (u16, &str)| {
        json!({
            "id": number.to_string(),
            "name": name,
            "shortDescription": { "text": name },
            "helpUri": format!("https://cwe.mitre.org/data/definitions/{number}.html"),
        })
    };
    json!({
        "name": "CWE",
        "organization": "MITRE",
        "informationUri": "https://cwe.mitre.org/",
        "shortDescription": { "text": "The MITRE Common Weakness Enumeration" },
        "taxa": WEAKNESSES.map(taxon),
    })
}

/// Where the log has them.
pub(super) fn reference() -> Value {
    json!({ "name": "CWE", "index": 0 })
}

#[cfg(test)]
mod tests {
    use super::{Cause, WEAKNESSES, number};

    #[test]
    fn every_weakness_of_a_cause_is_in_the_taxonomy_and_no_other() {
        let weaknesses = Cause::ALL.iter().flat_map(|cause| &cause.page().cwe);
        let mut used: Vec<u16> =
            weaknesses.map(|weakness| number(weakness).expect("it is a number")).collect();
        used.sort_unstable();
        used.dedup();
        assert_eq!(WEAKNESSES.map(|(number, _)| number).as_slice(), used);
    }
}

//! The causes as rules.

use crate::tell::report::cause_markdown;
use illformed_judge::cause::{Cause, Page, Severity};
use serde_json::{Value, json};

/// The rule of `cause`.
pub(super) fn rule(cause: Cause) -> Value {
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
pub(super) const fn level(cause: Cause) -> &'static str {
    match cause.severity() {
        Severity::Critical | Severity::Wrong => "error",
        Severity::Imprecise => "warning",
    }
}

/// `accepts-surrogate` as `AcceptsSurrogate`.
fn in_one_word(id: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').map(word).collect()
}

//! The causes as rules of SARIF, and the weaknesses of the Common Weakness Enumeration that they are about.

use crate::tell::report::cause_markdown;
use crate::tell::report::format::sarif::log::{
    Component, ComponentReference, Configuration, Descriptor, Message, Relationship, RuleProperties, Taxon,
    TaxonReference,
};
use illformed_judge::cause::{Cause, Page, Severity};

/// The descriptors of all causes, by their place in [`Cause::ALL`].
pub(super) fn descriptors() -> Vec<Descriptor> {
    Cause::ALL.into_iter().map(descriptor).collect()
}

fn descriptor(cause: Cause) -> Descriptor {
    let Page { says, matters, standard, cwe, before, after, .. } = cause.page();
    let is_security = cause.severity() == Severity::Critical;
    let weaknesses: Vec<u16> = cwe.iter().filter_map(|weakness| number(weakness)).collect();
    let mut tags = vec!["utf-8".to_owned()];
    tags.extend(is_security.then(|| "security".to_owned()));
    tags.extend(weaknesses.iter().map(|number| tag(*number)));
    let [before, after] = [before, after].map(|lines| lines.join("\n"));
    let help = Message {
        text: format!("{matters}\n\nSpecified by: {standard}\n\nBefore:\n{before}\n\nAfter:\n{after}"),
        markdown: Some(cause_markdown(cause)),
    };
    Descriptor {
        id: cause.name(),
        name: in_one_word(cause.name()),
        short_description: Message::of(says.as_str()),
        full_description: Message::of(format!("{says} {matters}")),
        help,
        default_configuration: Configuration { level: level(cause) },
        relationships: weaknesses.iter().map(|number| relationship(*number)).collect(),
        properties: RuleProperties {
            tags,
            precision: "very-high",
            security_severity: is_security.then_some("7.5"),
        },
    }
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

const NAME: &str = "CWE";

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

pub(super) fn taxonomy() -> Component<'static> {
    let taxon = |(number, name): (u16, &'static str)| Taxon {
        id: number.to_string(),
        name,
        short_description: Message::of(name),
        help_uri: format!("https://cwe.mitre.org/data/definitions/{number}.html"),
    };
    Component {
        name: NAME,
        organization: Some("MITRE"),
        semantic_version: None,
        information_uri: Some("https://cwe.mitre.org/"),
        short_description: Message::of("The MITRE Common Weakness Enumeration"),
        rules: Vec::new(),
        taxa: WEAKNESSES.into_iter().map(taxon).collect(),
        supported_taxonomies: Vec::new(),
    }
}

/// Where the log has it.
pub(super) fn reference() -> ComponentReference {
    ComponentReference { name: NAME, index: 0 }
}

/// That a rule is about a weakness.
fn relationship(number: u16) -> Relationship {
    Relationship {
        target: TaxonReference { id: number.to_string(), tool_component: reference() },
        kinds: ["relevant"],
    }
}

/// The tag by which GitHub knows a weakness.
fn tag(number: u16) -> String {
    format!("external/cwe/cwe-{number:03}")
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

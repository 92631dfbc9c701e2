//! The rules as SARIF describes them, and the weaknesses of the Common Weakness Enumeration that they are about.

use crate::tell::report::format::sarif::log::{
    Component, ComponentReference, Configuration, Descriptor, Message, Relationship, RuleProperties, Taxon,
    TaxonReference,
};
use crate::tell::report::format::sarif::rule::{RULES, Rule};

/// The descriptors of all rules, by number.
pub(super) fn descriptors() -> Vec<Descriptor> {
    RULES.iter().map(descriptor).collect()
}

fn descriptor(rule: &Rule) -> Descriptor {
    let Rule { id, short, effect, advice, severity, weaknesses } = rule;
    let mut tags = vec!["utf-8".to_owned()];
    tags.extend(severity.is_some().then(|| "security".to_owned()));
    tags.extend(weaknesses.iter().map(|number| tag(*number)));
    let help = Message {
        text: format!("{effect}\n\n{advice}"),
        markdown: Some(format!("**{short}**\n\n{effect}\n\n{advice}\n")),
    };
    Descriptor {
        id,
        name: in_one_word(id),
        short_description: Message::of(*short),
        full_description: Message::of(format!("{short} {effect}")),
        help,
        default_configuration: Configuration { level: level(rule) },
        relationships: weaknesses.iter().map(|number| relationship(*number)).collect(),
        properties: RuleProperties { tags, precision: "very-high", security_severity: *severity },
    }
}

/// How loud a result of `rule` is.
pub(super) fn level(rule: &Rule) -> &'static str {
    if rule.severity.is_some() { "error" } else { "warning" }
}

/// `path-traversal` as `PathTraversal`.
fn in_one_word(id: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').map(word).collect()
}

/// The taxonomy's name.
const NAME: &str = "CWE";

/// The number and the name of each.
const WEAKNESSES: [(u16, &str); 12] = [
    (22, "Improper Limitation of a Pathname to a Restricted Directory ('Path Traversal')"),
    (89, "Improper Neutralization of Special Elements used in an SQL Command ('SQL Injection')"),
    (125, "Out-of-bounds Read"),
    (126, "Buffer Over-read"),
    (158, "Improper Neutralization of Null Byte or NUL Character"),
    (173, "Improper Handling of Alternate Encoding"),
    (176, "Improper Handling of Unicode Encoding"),
    (180, "Incorrect Behavior Order: Validate Before Canonicalize"),
    (222, "Truncation of Security-relevant Information"),
    (248, "Uncaught Exception"),
    (488, "Exposure of Data Element to Wrong Session"),
    (1286, "Improper Validation of Syntactic Correctness of Input"),
];

/// The taxonomy.
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
    use super::WEAKNESSES;
    use crate::tell::report::format::sarif::rule::RULES;

    #[test]
    fn every_weakness_of_a_rule_is_in_the_taxonomy_and_no_other() {
        let mut used: Vec<u16> = RULES.iter().flat_map(|rule| rule.weaknesses).copied().collect();
        used.sort_unstable();
        used.dedup();
        assert_eq!(WEAKNESSES.map(|(number, _)| number).as_slice(), used);
    }
}

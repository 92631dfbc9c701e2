//! The rules as SARIF describes them.

use crate::tell::report::sarif::log::{Configuration, Descriptor, Message, RuleProperties};
use crate::tell::report::sarif::rule::{RULES, Rule};
use crate::tell::report::sarif::taxonomy::{relationship, tag};

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

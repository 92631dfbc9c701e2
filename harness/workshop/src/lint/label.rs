//! What a vector is called, held against its bytes.

use crate::lint::flags::fault;
use crate::lint::loose::{has_damaged, has_tail};
use crate::lint::quote::Quote;
use crate::lint::{byte_flags, phrase, quote};
use illformed::search::promote::LooseInput;
use illformed_judge::lint::{LintFinding, numbered};
use illformed_vectors::{Origin, Suite};

/// Everything that ids, comments and flags of `suite` say and that is not true of the bytes: [flags](byte_flags) without
/// what they mean, or missing where they should stand; bytes and numbers that are quoted and are not there; words such as
/// `overlong`, `cut`, `in two bytes`, `the first three-byte character`. What is looked for may be ill-formed.
pub fn labels(suite: &Suite) -> Vec<LintFinding> {
    let defined: Vec<&str> =
        suite.files().iter().flat_map(|file| &file.notes).map(|(flag, _)| flag.as_str()).collect();
    let mut findings = Vec::new();
    // The tests of a complete suite are called by their bytes, and nothing more is said of them.
    let labelled = numbered(suite).filter(|(file, ..)| suite.files()[*file].origin != Origin::Complete);
    for (file, number, vector) in labelled {
        let input = LooseInput::of(&vector.input);
        let mut wrong = |key: &str, reason: String| {
            let place = suite.place_of_vector(file, number, key);
            findings.push(LintFinding { place, vector: Some(vector.id.to_string()), profile: None, reason });
        };
        let slug = vector.id.as_str().split('/').nth(1).unwrap_or_default();
        for (key, quotes) in [("id", quote::in_slug(slug)), ("comment", quote::in_comment(&vector.comment))] {
            let excused = |quote: &Quote| match quote {
                Quote::Value(value @ 0x80..=0xFF) if vector.comment.contains("Latin-1") => {
                    input.bytes().contains(&(*value as u8))
                }
                Quote::Value(value) if vector.comment.contains(" lost") => has_damaged(&input, *value),
                Quote::Value(value) if vector.comment.contains(" without ") => has_tail(&input, *value),
                _ => false,
            };
            for quote in quotes.iter().filter(|quote| !quote.is_in(&input) && !excused(quote)) {
                wrong(key, format!("says {quote}, which the input has not"));
            }
        }
        for fault in phrase::faults(&vector.comment, &input) {
            wrong("comment", fault);
        }
        for rule in byte_flags() {
            let at = vector.flags.iter().position(|flag| flag == rule.flag);
            // A suite that does not know the flag need not use it.
            if at.is_none() && !defined.contains(&rule.flag) {
                continue;
            }
            if let Some(fault) = fault(rule, &input, at.is_some()) {
                wrong(&at.map_or("flags".to_owned(), |at| format!("flags/{at}")), fault);
            }
        }
    }
    findings
}

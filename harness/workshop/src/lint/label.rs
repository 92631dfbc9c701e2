//! What a vector's id, comment and flags say, checked against its bytes.

use crate::lint::quote::{absent, absent_of_id};
use illformed::search::promote::{DEMANDED_FLAGS, LooseInput};
use illformed_judge::lint::{LintFinding, numbered};
use illformed_vectors::{Origin, Suite};

/// Each hex quote in an id or a comment of `suite` that is not in the input, and each [flag](DEMANDED_FLAGS) that the
/// bytes contradict or demand. The words of a comment are not checked, nor the flags that say what can go wrong.
pub fn labels(suite: &Suite) -> Vec<LintFinding> {
    let defined: Vec<&str> =
        suite.files().iter().flat_map(|file| &file.notes).map(|(flag, _)| flag.as_str()).collect();
    let mut findings = Vec::new();
    // The ids of a complete suite are made of the bytes, and its vectors have no comments and flags.
    let labelled = numbered(suite).filter(|(file, ..)| suite.files()[*file].origin != Origin::Complete);
    for (file, number, vector) in labelled {
        let input = LooseInput::of(&vector.input);
        let mut wrong = |key: &str, reason: String| {
            let place = suite.place_of_vector(file, number, key);
            findings.push(LintFinding { place, vector: Some(vector.id.to_string()), profile: None, reason });
        };
        let slug = vector.id.as_str().split('/').nth(1).unwrap_or_default();
        let quotes = [("id", absent_of_id(slug, &input)), ("comment", absent(&vector.comment, &input))];
        for (key, quote) in quotes.iter().flat_map(|(key, quotes)| quotes.iter().map(move |one| (key, one))) {
            wrong(key, format!("quotes {quote}, which is not in the input"));
        }
        for rule in DEMANDED_FLAGS {
            let at = vector.flags.iter().position(|flag| flag == rule.flag);
            // A suite that does not know the flag need not use it.
            if at.is_none() && !defined.contains(&rule.flag) {
                continue;
            }
            match at {
                Some(at) if !(rule.holds)(&input) => {
                    wrong(
                        &format!("flags/{at}"),
                        format!("flag `{}`, but there is no {}", rule.flag, rule.means),
                    );
                }
                None if rule.demands.is_some_and(|demands| demands(&input)) => {
                    wrong("flags", format!("there is a {}, but no flag `{}`", rule.means, rule.flag));
                }
                _ => {}
            }
        }
    }
    findings
}

//! What a decoder gave for each case that counts against it, so that two runs can be compared.

use crate::record::digest::fnv1a;
use crate::record::run_record::Ranges;
use illformed_judge::judge::{Response, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Cases that count against a decoder and in which it gave the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObservedGroup {
    /// What: an observation, with a digest in the place of what is beyond 64 bytes; or the verdict's name, where
    /// there was no answer or more than one.
    pub observed: String,
    /// Numbers of the cases in the record's list.
    pub cases: Ranges,
}

/// How long a text may be, in hex digits, to stand in full: 64 bytes.
const IN_FULL: usize = 128;

/// What is kept of a case that counts against a decoder.
pub(super) fn kept(verdict: &Verdict, response: Option<&Response>) -> String {
    match (verdict, response) {
        // Which of its answers came first, how long was waited, and in which words a process died differ from run to run.
        (Verdict::Flaky(_), _) | (_, None) => verdict.name().to_owned(),
        (_, Some(Response::Observed(observation))) => shortened(&observation.to_string()),
        (
            _,
            Some(
                Response::Skipped(_)
                | Response::Crashed(_)
                | Response::CrashedAmong { .. }
                | Response::TimedOut(_)
                | Response::TimedOutAmong { .. }
                | Response::ProtocolError(_)
                | Response::NotAsked(_),
            ),
        ) => verdict.name().to_owned(),
    }
}

/// The words of an observation, with `#` and sixteen hex digits in the place of a text that is too long.
///
/// `accept #85944171f73967e8`: the digits are FNV-1a of 64 bits over all of the words. It guards against chance, which is all
/// that can make two wrong texts of one decoder alike.
fn shortened(words: &str) -> String {
    let end = words.find([' ', ':']).unwrap_or(words.len());
    if words.len() - end <= IN_FULL + 1 {
        return words.to_owned();
    }
    format!("{} #{:016x}", &words[..end], fnv1a(words.as_bytes()))
}

/// Fills the groups, case by case.
#[derive(Debug, Clone, Default)]
pub(super) struct ObservedIndex {
    places: HashMap<String, usize>,
}

impl ObservedIndex {
    /// Takes the next case.
    pub(super) fn push(&mut self, groups: &mut Vec<ObservedGroup>, case: usize, observed: String) {
        let place = *self.places.entry(observed).or_insert_with_key(|observed| {
            groups.push(ObservedGroup { observed: observed.clone(), cases: Ranges::default() });
            groups.len() - 1
        });
        groups[place].cases.push(case);
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_text_of_at_most_64_bytes_stands_in_full() {
        let text = |bytes: usize| format!("accept {}", "ab".repeat(bytes));
        assert_eq!(shortened(&text(64)), text(64));
        assert_eq!(shortened("reject@1+1"), "reject@1+1");
        let cut = shortened(&text(65));
        assert_eq!((cut.len(), cut.starts_with("accept #")), (24, true), "{cut}");
        assert_ne!(cut, shortened(&format!("{}cd", text(64))));
        let calls = format!("reject@7 call 2: {} ! x", "ab".repeat(64));
        assert!(shortened(&calls).starts_with("reject@7 #"), "{}", shortened(&calls));
    }
}

//! The badge, as the endpoint of shields.io takes it.

use crate::records::{baselined, small};
use illformed::record::{BaselineRecord, RunRecord};
use illformed::report::shields;
use serde_json::{Value, json};

/// The message and the colour of a badge that has what the endpoint asks for, and nothing else.
#[track_caller]
fn badge(record: &RunRecord) -> (String, String) {
    let badge: Value = serde_json::from_str(&shields(record)).expect("it is JSON");
    let schema = json!({
        "type": "object",
        "properties": {
            "schemaVersion": {"const": 1},
            "label": {"const": "UTF-8"},
            "message": {"type": "string", "minLength": 1, "maxLength": 60},
            "color": {"enum": ["brightgreen", "yellowgreen", "orange", "red", "lightgrey"]}
        },
        "required": ["schemaVersion", "label", "message", "color"],
        "additionalProperties": false
    });
    assert!(jsonschema::is_valid(&schema, &badge), "{badge}");
    let text = |key: &str| badge[key].as_str().unwrap_or_default().to_owned();
    (text("message"), text("color"))
}

fn only_blind(mut record: RunRecord) -> RunRecord {
    record.decoders.drain(..record.decoders.len() - 1);
    record
}

#[test]
fn a_badge_says_in_a_few_words_how_the_run_went() {
    let mut conforms = small();
    conforms.decoders.truncate(1);
    let mut all = small();
    all.decoders.pop();
    let mut interrupted = small();
    interrupted.footer.complete = false;
    let mut known = only_blind(small());
    let blind = &mut known.decoders[0];
    let mut bad: Vec<usize> = blind.by_claim.bad().flat_map(|group| group.cases.iter()).collect();
    bad.sort_unstable();
    blind.baseline = Some(BaselineRecord { known: bad.into_iter().collect(), ..BaselineRecord::default() });
    let failing = only_blind(small());
    let blind = &failing.decoders[0].by_claim;
    let mut vectors: Vec<usize> =
        blind.bad().flat_map(|group| group.cases.iter().map(|case| failing.cases[case].vector)).collect();
    vectors.sort_unstable();
    vectors.dedup();
    let fails = format!("{} vectors fail", vectors.len());
    for (record, message, color) in [
        (small(), "2/3 decoders conform", "orange"),
        (all, "2/2 decoders conform", "brightgreen"),
        (conforms, "conforms", "brightgreen"),
        (known, "conforms as known", "yellowgreen"),
        (failing, &fails, "red"),
        (interrupted, "interrupted", "lightgrey"),
        (RunRecord { decoders: Vec::new(), ..small() }, "nothing judged", "lightgrey"),
    ] {
        assert_eq!(badge(&record), (message.to_owned(), color.to_owned()));
    }
}

#[test]
fn with_a_baseline_a_badge_counts_regressions() {
    let (message, color) = badge(&only_blind(baselined(false)));
    assert!(message.ends_with(" regressions") || message == "1 regression", "{message}");
    assert_eq!(color, "red");
}

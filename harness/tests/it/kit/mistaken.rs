//! Adapters with a common mistake, which is named.

use super::workshop::Workshop;
use illformed::ask::adapter_check::Mistake;
use std::path::Path;
use std::thread;

/// The word for `mistaken.py`, the exit code, the mistake, and the evidence.
const TABLE: [(&str, i32, Mistake, &str); 10] = [
    ("lossy", 0, Mistake::LossyAsStrict, "    ff: accept 0000fffd\n"),
    ("little-endian", 3, Mistake::LittleEndian, "  came   accept 41000000\n"),
    ("mark", 3, Mistake::ByteOrderMark, "  came   accept 0000feff00000041\n"),
    ("both", 3, Mistake::LittleEndianWithMark, "  came   accept fffe000041000000\n"),
    ("characters", 0, Mistake::OffsetInCharacters, "    f09f9880ff: reject@1\n"),
    ("units", 0, Mistake::OffsetInUnits, "    f09f9880ff: reject@2\n"),
    ("upper", 3, Mistake::UpperCaseHex, "\"out\": \"000000A9\"}\n"),
    ("spaces", 3, Mistake::SeparatedHex, "\"out\": \"00 00 00 41\"}\n"),
    ("rejects", 0, Mistake::RejectsAll, "    41: reject@1\n"),
    ("unflushed", 3, Mistake::Unflushed, "  came   {\"seq\": 1, \"answer\": \"accept\""),
];

/// The exit code and the output of a check of `mistaken.py`.
fn check(word: &str) -> (Option<i32>, String) {
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapters/mistaken.py");
    // One that holds its answers back is waited for.
    let timeout = if word == "unflushed" { 2 } else { 60 };
    let line =
        format!("illformed adapter check --timeout {timeout} -- python3 '{}' {word}", adapter.display());
    let outcome = Workshop::new().sh(&line);
    (outcome.code, outcome.stdout)
}

#[test]
fn every_common_mistake_is_named_with_an_answer_that_shows_it_and_what_to_change() {
    thread::scope(|scope| {
        for (word, code, mistake, evidence) in TABLE {
            scope.spawn(move || {
                let (came, text) = check(word);
                assert_eq!(came, Some(code), "{word}: {text}");
                for expected in [mistake.name(), mistake.remedy(), evidence] {
                    assert!(text.contains(expected), "{word}: `{expected}` is not in {text}");
                }
                assert_eq!(text.to_lowercase().matches("likely mistake:").count(), 1, "{word}: {text}");
                let kept = "The adapter keeps the contract, but see the likely mistakes above.";
                assert_eq!(text.contains(kept), code == 0, "{word}: {text}");
            });
        }
    });
    for (mistake, ..) in Mistake::ALL {
        assert!(TABLE.iter().any(|row| row.2 == mistake), "{mistake:?} is not tested");
    }
}

#[test]
fn an_adapter_without_a_mistake_is_not_told_one() {
    let (code, text) = check("none");
    assert_eq!(code, Some(0), "{text}");
    assert!(!text.contains("likely mistake") && !text.contains("warning"), "{text}");
}

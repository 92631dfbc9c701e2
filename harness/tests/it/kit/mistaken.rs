//! Adapters with a common mistake, which is named.

use crate::typed::{Said, typed};
use illformed::ask::adapter_check::Mistake;
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

fn check(word: &str) -> Said {
    // One that holds its answers back is waited for.
    let timeout = if word == "unflushed" { 2 } else { 60 };
    typed(&format!("adapter check --timeout {timeout} -- python3 tests/adapters/mistaken.py {word}"))
}

#[test]
fn every_common_mistake_is_named_with_an_answer_that_shows_it_and_what_to_change() {
    thread::scope(|scope| {
        for (word, code, mistake, evidence) in TABLE {
            scope.spawn(move || {
                let said = check(word).ends(code).has(&[mistake.name(), mistake.remedy(), evidence]);
                let text = said.stdout;
                assert_eq!(text.to_lowercase().matches("likely mistake:").count(), 1, "{word}: {text}");
                let kept = "The adapter keeps the contract, but see the likely mistakes above.";
                assert_eq!(text.contains(kept), code == 0, "{word}: {text}");
            });
        }
    });
    for mistake in Mistake::ALL {
        assert!(TABLE.iter().any(|row| row.2 == mistake), "{mistake:?} is not tested");
    }
    let text = check("none").ends(0).stdout;
    assert!(!text.contains("likely mistake") && !text.contains("warning"), "{text}");
}

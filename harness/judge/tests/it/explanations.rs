//! What is said of bytes: to a person, and to a program.

use illformed_judge::explain::{Explanation, explain};
use illformed_judge::shown::shown_bytes;
use illformed_vectors::hex;
use serde::Serialize;
use snapbox::{assert_data_eq, file};

/// Inputs of all kinds, which are the headings of `golden/explanations.txt`: what is said of them differs in more than the bytes.
/// The last are as many lines as are shown, one more, and lax readings of more kinds than that.
fn inputs() -> impl Iterator<Item = Vec<u8>> {
    let headings =
        include_str!("../golden/explanations.txt").lines().filter_map(|line| line.strip_prefix("== "));
    headings.map(|heading| {
        let (unit, times) = heading.split_once('*').unwrap_or((heading, "1"));
        let unit = hex::decode(&unit.replace(' ', "")).expect(heading);
        unit.repeat(times.parse().expect(heading))
    })
}

/// The numbers from 80 to `last`, each in a form of two bytes that is not the shortest.
fn in_two_bytes(last: u8) -> Vec<u8> {
    (0x80..=last).flat_map(|code| [0xC0 | code >> 6 & 1, 0x80 | code & 0x3F]).collect()
}

/// In question: where formats are told together, the section is that of the first alone, also where it does not bind the
/// others (`utf-8(7)` of CESU-8).
#[test]
fn what_is_said_of_bytes_to_a_person_is_what_the_golden_file_has() {
    let text: Vec<String> =
        inputs().map(|bytes| format!("== {}\n{}", shown_bytes(&bytes), explain(&bytes))).collect();
    assert_data_eq!(text.join("\n"), file!["../golden/explanations.txt"].raw());
    // As many lax readings as are shown, and one more.
    assert_eq!(
        [0xBF, 0xC0].map(|last| explain(&in_two_bytes(last)).contains("  ... 1 more\n")),
        [false, true]
    );
    let long: Vec<u8> = (0..=u8::MAX).chain(0..=u8::MAX).collect();
    assert!(explain(&long).lines().all(|line| line.chars().count() <= 80));
}

/// In question: Modified UTF-8 has no byte above EF by JVMS s4.4.7, and only of F0..F7 this is said.
#[test]
fn what_is_said_of_bytes_to_a_program_is_what_the_golden_file_has() {
    fn json(part: &impl Serialize) -> String {
        serde_json::to_string(part).expect("it is JSON") + "\n"
    }
    let mut text = String::new();
    for bytes in inputs() {
        let Explanation { kind, schema, bytes, length, detected, profiles, policies, lax } =
            Explanation::of(&bytes);
        // What is long is told in the words for a person.
        if length > 16 {
            continue;
        }
        text += &json(&(kind, schema, bytes, length, detected));
        text.extend(profiles.iter().map(json));
        text.extend(policies.iter().map(json));
        text.extend(lax.iter().map(json));
    }
    assert_data_eq!(text, file!["../golden/explanations.jsonl"].raw());
}

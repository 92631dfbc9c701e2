//! What is said of bytes: to a person, and to a program.

use illformed_judge::explain::{Explanation, explain};
use illformed_judge::shown::shown_bytes;
use serde::Serialize;
use snapbox::{assert_data_eq, file};

/// Inputs of all kinds: what is said of them differs in more than the bytes.
fn inputs() -> Vec<Vec<u8>> {
    let short: [&[u8]; 25] = [
        b"",
        b"A",
        b"\x00\x09~\x7F",
        "\u{80}é\u{7FF}".as_bytes(),
        "\u{800}€\u{FFFD}\u{FFFF}".as_bytes(),
        "\u{10000}😀\u{10FFFF}".as_bytes(),
        // A signature, alone and before text, and half of one.
        b"\xEF\xBB\xBF",
        b"\xEF\xBB\xBFa",
        b"\xEF\xBB",
        // Where Hangul once stood, once and twice.
        "\u{3400}".as_bytes(),
        "\u{3400}\u{4DFF}".as_bytes(),
        // Forms that are not the shortest.
        b"\xC0\x80",
        b"../\xC0\xAE\xE0\x80\xAF\xF0\x80\x80\xAF",
        b"\xF8\x80\x80\x80\xAF\xFC\x80\x80\x80\x80\xAF",
        // Surrogates: one, a pair, and a pair in the wrong order.
        b"\xED\xA0\x80",
        b"\xED\xA0\xBD\xED\xB8\x80",
        b"\xED\xB8\x80\xED\xA0\xBD",
        // Above U+10FFFF, in four, five and six bytes.
        b"\xF4\x8F\xBF\xBF\xF4\x90\x80\x80",
        b"\xF8\x88\x80\x80\x80\xFD\xBF\xBF\xBF\xBF\xBF",
        b"\xFE\xFF",
        // Continuation bytes, and sequences that are cut.
        b"a\x80\xBF",
        b"\xE2\x28\xA1",
        b"\xC3\xF0\x9F\x98\xE2\x82\xC2",
        b"\xE2\x82",
        b"\xF0\x80\x80",
    ];
    let mut inputs: Vec<Vec<u8>> = short.iter().map(|bytes| bytes.to_vec()).collect();
    // As many lines as are shown, one more, and lax readings of more kinds than that.
    inputs.extend([vec![b'a'; 64], vec![b'a'; 65]]);
    inputs.push(in_two_bytes(0xC8));
    inputs
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
        inputs().iter().map(|bytes| format!("== {}\n{}", shown_bytes(bytes), explain(bytes))).collect();
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

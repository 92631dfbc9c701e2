//! The policies against peers that share no code with them, and against published tables.

use crate::bytes::bytes;
use illformed_codec::{Policy, Profile, decode_lossy, encode, escaped_byte};
use proptest::prelude::*;

fn text(bytes: &[u8], policy: Policy) -> Vec<u32> {
    decode_lossy(bytes, Profile::Rfc3629, policy).collect()
}

/// How many U+FFFD the policy makes of `bytes`.
fn replacements(bytes: &[u8], policy: Policy) -> usize {
    text(bytes, policy).into_iter().filter(|&code| code == 0xFFFD).count()
}

#[test]
fn replacement_counts_are_those_seen_in_the_wild() {
    use Policy::{Java, MaximalSubpart, PerByte, PerDeclaredSequence, PerRun};
    let policies = [MaximalSubpart, PerByte, PerDeclaredSequence, PerRun, Java];
    let table: [(&[u8], [usize; 5]); 16] = [
        (b"\xE0\x80", [2, 2, 1, 1, 2]),
        (b"\xC0\x80\x80", [3, 3, 2, 1, 3]),
        (b"\xE0\x80\x80", [3, 3, 1, 1, 3]),
        (b"\xF4\x90\x80\x80", [4, 4, 1, 1, 4]),
        (b"\xED\xA0\x80", [3, 3, 1, 1, 1]),
        (b"\xED\xA0", [2, 2, 1, 1, 1]),
        (b"\xED\xA0\x80\x80", [4, 4, 2, 1, 2]),
        (b"\xED\xA0\x80\xED\xB0\x80", [6, 6, 2, 1, 2]),
        (b"\xED", [1, 1, 1, 1, 1]),
        (b"\xED\xA0\x41", [2, 2, 1, 1, 1]),
        (b"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", [4, 8, 4, 1, 4]),
        (b"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", [8, 8, 3, 1, 8]),
        (b"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", [7, 7, 4, 2, 7]),
        (b"\xFD\x81\x82\x83\x84\x85", [6, 6, 1, 1, 6]),
        (b"\xFE\x80", [2, 2, 2, 1, 2]),
        (b"\xE2\x82\x41\x80", [2, 3, 2, 2, 2]),
    ];
    for (bytes, counts) in table {
        for (policy, count) in policies.into_iter().zip(counts) {
            assert_eq!(replacements(bytes, policy), count, "{bytes:02X?} {policy}");
        }
    }
}

#[test]
fn a_literal_replacement_character_is_text_under_every_policy() {
    for &policy in Policy::ALL {
        assert_eq!(text(b"\xEF\xBF\xBD", policy), [0xFFFD], "{policy}");
    }
}

#[test]
fn byte_valued_policies_map_every_byte() {
    for byte in 0x80..=u8::MAX {
        assert_eq!(text(&[byte], Policy::Latin1), [u32::from(byte)]);
        assert_eq!(text(&[byte], Policy::Utf8b), [0xDC00 + u32::from(byte)]);
        assert_eq!(text(&[byte], Policy::Cp1252).len(), 1);
        assert!(text(&[byte], Policy::Drop).is_empty());
    }
    assert_eq!(text(b"\x80\x93\x9F", Policy::Cp1252), [0x20AC, 0x201C, 0x178]);
    assert_eq!(
        text(b"\xE9 \xC3\xA9", Policy::Latin1),
        [0xE9, 0x20, 0xE9],
        "only bytes outside sequences fall back"
    );
    // An encoded escape is no escape.
    assert_eq!(text(b"\xED\xB2\x80", Policy::Utf8b), [0xDCED, 0xDCB2, 0xDC80]);
    assert_eq!(text(b"\xC3\xED\xB3\x83", Policy::Utf8b), [0xDCC3, 0xDCED, 0xDCB3, 0xDC83]);
    assert_eq!(text(b"ab\xFFcd", Policy::Fatal), [0x61, 0x62], "the text ends at the first error");
}

#[test]
fn windows_1252_has_27_characters_of_its_own_and_five_undefined_bytes() {
    for byte in 0x80..=u8::MAX {
        let code = text(&[byte], Policy::Cp1252)[0];
        let as_latin_1 = !matches!(byte, 0x80..=0x9F) || matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
        assert_eq!(code == u32::from(byte), as_latin_1, "{byte:02X}");
        assert!(
            as_latin_1 || code > 0xFF && char::from_u32(code).is_some_and(|c| !c.is_control()),
            "{byte:02X}"
        );
    }
}

/// The bytes that a text of [`Policy::Utf8b`] stands for.
fn restored(text: &[u32]) -> Vec<u8> {
    let bytes = text.iter().flat_map(|&code| match escaped_byte(code) {
        Some(byte) => vec![byte],
        None => encode(code, Profile::Rfc3629).expect("a scalar value").to_vec(),
    });
    bytes.collect()
}

proptest! {
    #[test]
    fn maximal_subpart_is_what_std_does(bytes in bytes()) {
        let expected: Vec<u32> = String::from_utf8_lossy(&bytes).chars().map(u32::from).collect();
        prop_assert_eq!(text(&bytes, Policy::MaximalSubpart), expected);
    }

    #[test]
    fn drop_fatal_and_per_byte_are_what_stds_chunks_say(bytes in bytes()) {
        let (mut dropped, mut per_byte, mut per_run) = (Vec::new(), Vec::new(), Vec::new());
        let mut in_run = false;
        for chunk in bytes.utf8_chunks() {
            let valid: Vec<u32> = chunk.valid().chars().map(u32::from).collect();
            in_run &= valid.is_empty();
            dropped.extend(&valid);
            per_byte.extend(&valid);
            per_run.extend(&valid);
            per_byte.extend(chunk.invalid().iter().map(|_| 0xFFFD));
            if !chunk.invalid().is_empty() && !in_run {
                per_run.push(0xFFFD);
                in_run = true;
            }
        }
        prop_assert_eq!(text(&bytes, Policy::Drop), dropped);
        prop_assert_eq!(text(&bytes, Policy::PerByte), per_byte);
        prop_assert_eq!(text(&bytes, Policy::PerRun), per_run);
        let fatal: Vec<u32> = bytes.utf8_chunks().next().map_or(Vec::new(), |chunk| chunk.valid().chars().map(u32::from).collect());
        prop_assert_eq!(text(&bytes, Policy::Fatal), fatal);
    }

    #[test]
    fn utf8b_gives_the_bytes_back(bytes in bytes()) {
        let text = text(&bytes, Policy::Utf8b);
        prop_assert!(text.len() <= bytes.len() && restored(&text) == bytes, "{:X?}", text);
    }
}

//! Telling encodings by validity, and labels, against peers that share no code with them and against exact counts.

mod bytes;

use bytes::bytes;
use illformed_codec::{
    Detected, Fallback, Label, LabelTable, Policy, Profile, decode_detected, decode_lossy, detect,
    is_pre_amendment_5_hangul,
};
use proptest::prelude::*;

/// What std says in other words.
fn by_std(bytes: &[u8]) -> Detected {
    match str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => Detected::Ascii,
        Ok(text) if text.starts_with('\u{FEFF}') => Detected::Utf8WithBom,
        Ok(_) => Detected::Utf8,
        Err(error) if error.error_len().is_none() => Detected::Cut { at: error.valid_up_to() },
        Err(error) => Detected::Other { at: error.valid_up_to() },
    }
}

#[test]
fn all_strings_of_up_to_two_bytes_are_detected_as_std_says() {
    assert_eq!(detect(b""), Detected::Ascii);
    for first in 0..=u8::MAX {
        assert_eq!(detect(&[first]), by_std(&[first]));
        for second in 0..=u8::MAX {
            assert_eq!(detect(&[first, second]), by_std(&[first, second]));
        }
    }
}

#[test]
fn the_bytes_that_deceive_are_detected_as_utf8() {
    for (bytes, meant) in
        [(b"\xC2\xA3", "\u{C2}\u{A3}"), (b"\xC3\xA9", "\u{C3}\u{A9}"), (b"\xC3\xBC", "\u{C3}\u{BC}")]
    {
        assert_eq!(detect(bytes), Detected::Utf8, "the Latin-1 of {meant}");
        assert_eq!(decode_detected(bytes, Fallback::Latin1).count(), 1);
    }
}

#[test]
fn a_text_falls_back_as_a_whole_and_at_an_incomplete_end_too() {
    let codes = |bytes, fallback| decode_detected(bytes, fallback).collect::<Vec<u32>>();
    assert_eq!(codes(b"\xC3\xA9\xFF", Fallback::Latin1), [0xC3, 0xA9, 0xFF]);
    assert_eq!(codes(b"\xC3\xA9\xE2\x82", Fallback::Cp1252), [0xC3, 0xA9, 0xE2, 0x201A]);
    assert_eq!(codes(b"\xEF\xBB\xBFA", Fallback::Cp1252), [0xFEFF, 0x41], "the signature is kept");
    let all: Vec<u8> = (0..=u8::MAX).collect();
    assert_eq!(codes(&all, Fallback::Latin1), (0..=0xFF).collect::<Vec<u32>>());
    for byte in [0x81_u8, 0x8D, 0x8F, 0x90, 0x9D] {
        assert_eq!(
            codes(&all, Fallback::Cp1252)[usize::from(byte)],
            u32::from(byte),
            "undefined in windows-1252"
        );
    }
}

/// Of random strings of `n` bytes from `first` on, the share that is well-formed: dynamic programming over the length,
/// by the last character. `tails` and the counts of sequences are those of the bytes that are there.
fn share_of_utf8(first: u32, n: usize) -> f64 {
    // How many sequences of 1, 2, 3 and 4 bytes are made of bytes from `first` on: each row of RFC 3629's grammar is a
    // product of ranges, and a range loses what is below `first`.
    let size = |low: u32, high: u32| f64::from((high + 1).saturating_sub(low.max(first)));
    let tail = size(0x80, 0xBF);
    let sequences = [
        size(0x00, 0x7F),
        size(0xC2, 0xDF) * tail,
        (size(0xE0, 0xE0) * size(0xA0, 0xBF)
            + (size(0xE1, 0xEC) + size(0xEE, 0xEF)) * tail
            + size(0xED, 0xED) * size(0x80, 0x9F))
            * tail,
        (size(0xF0, 0xF0) * size(0x90, 0xBF) + size(0xF1, 0xF3) * tail + size(0xF4, 0xF4) * size(0x80, 0x8F))
            * tail
            * tail,
    ];
    let mut counts = vec![1.0_f64];
    for n in 1..=n {
        counts.push(sequences.iter().zip(1..=n).map(|(last, len)| last * counts[n - len]).sum());
    }
    counts[n] / f64::from(0x100 - first).powi(i32::try_from(n).expect("a short string"))
}

#[test]
fn random_bytes_look_like_utf8_as_seldom_as_dynamic_programming_says() {
    // Four significant digits, for strings of 1, 2, 4, 8 and 16 bytes.
    let table = [
        (0x00, [0.5, 0.2793, 0.08924, 9.075e-3, 9.386e-5]),
        (0x80, [0.0, 0.1172, 0.01764, 6.665e-4, 1.092e-6]),
        (0xA0, [0.0, 0.1042, 0.01239, 2.645e-4, 1.592e-7]),
    ];
    for (first, shares) in table {
        for (n, expected) in [1, 2, 4, 8, 16].into_iter().zip(shares) {
            let share = share_of_utf8(first, n);
            assert!((share - expected).abs() <= expected * 0.0005, "from {first:02X}, {n} bytes: {share:e}");
        }
        let falls = (2..=32).all(|n| share_of_utf8(first, n + 1) < share_of_utf8(first, n));
        assert!(falls, "from {first:02X}: it diminishes with the length");
        // The detector counts the same, wherever all strings can be tried.
        let bytes = || (first..0x100).map(|byte| byte as u8);
        let is_utf8 = |bytes: &[u8]| matches!(detect(bytes), Detected::Ascii | Detected::Utf8);
        let pairs = bytes().flat_map(|a| bytes().map(move |b| [a, b])).filter(|pair| is_utf8(pair)).count();
        let expected = share_of_utf8(first, 2) * f64::from(0x100 - first).powi(2);
        assert!((f64::from(u32::try_from(pairs).unwrap()) - expected).abs() < 1e-6, "from {first:02X}");
        assert_eq!(bytes().filter(|byte| is_utf8(&[*byte])).count(), if first == 0 { 128 } else { 0 });
    }
}

#[test]
fn labels_are_those_of_their_table_in_any_case_of_ascii() {
    use LabelTable::{Rfc, Whatwg};
    let table: [(&str, Option<Label>, bool); 14] = [
        ("UTF-8", Some(Label::Utf8), true),
        ("utf-8", Some(Label::Utf8), true),
        ("Utf-8", Some(Label::Utf8), true),
        ("UNICODE-1-1-UTF-8", Some(Label::Unicode11Utf8), true),
        ("unicode-1-1-utf-8", Some(Label::Unicode11Utf8), true),
        ("utf8", None, true),
        ("UNICODE11UTF8", None, true),
        ("unicode20utf8", None, true),
        ("x-unicode20utf8", None, true),
        ("\t\n\x0C\r utf-8 ", None, true),
        ("\x0Butf-8", None, false),
        ("utf-8\u{A0}", None, false),
        ("UN\u{130}CODE11UTF8", None, false),
        ("", None, false),
    ];
    for (label, rfc, whatwg) in table {
        assert_eq!(Label::parse(label, Rfc).ok(), rfc, "{label:?}");
        assert_eq!(Label::parse(label, Whatwg).ok(), whatwg.then_some(Label::Utf8), "{label:?}");
    }
    for label in [Label::Utf8, Label::Unicode11Utf8] {
        assert_eq!(Label::parse(label.name(), Rfc), Ok(label));
    }
}

#[test]
fn old_hangul_is_three_blocks_of_unicode_1_1_without_a_gap() {
    // KS C 5601-1987's 2,350 syllables and the two supplements, 1,930 and 2,376.
    let codes = || (0..=0x10_FFFF).filter(|code| is_pre_amendment_5_hangul(*code));
    assert_eq!(codes().count(), 2_350 + 1_930 + 2_376);
    assert_eq!((codes().min(), codes().max()), (Some(0x3400), Some(0x4DFF)));
}

proptest! {
    #[test]
    fn detection_and_fallback_are_what_std_and_the_policies_say(bytes in bytes()) {
        prop_assert_eq!(detect(&bytes), by_std(&bytes));
        for (fallback, policy) in [(Fallback::Latin1, Policy::Latin1), (Fallback::Cp1252, Policy::Cp1252)] {
            let ours = decode_detected(&bytes, fallback);
            prop_assert_eq!(ours.detected(), detect(&bytes));
            let ours: Vec<u32> = ours.collect();
            // Each byte alone is an error, unless it is ASCII.
            let each = |byte: &u8| decode_lossy(std::slice::from_ref(byte), Profile::Rfc3629, policy).collect::<Vec<u32>>();
            let expected: Vec<u32> = match str::from_utf8(&bytes) {
                Ok(text) => text.chars().map(u32::from).collect(),
                Err(_) => bytes.iter().flat_map(each).collect(),
            };
            prop_assert_eq!(ours, expected);
        }
    }

    #[test]
    fn a_text_is_never_told_for_another_while_it_arrives(text in "\\PC{0,12}") {
        for end in 0..=text.len() {
            let start = &text.as_bytes()[..end];
            let refused = matches!(detect(start), Detected::Other { .. });
            prop_assert!(!refused, "{:02X?}", start);
        }
    }
}

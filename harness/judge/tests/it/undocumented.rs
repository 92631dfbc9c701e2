//! What is judged of a lossy decoder that documents no replacement policy: it may replace errors by whatever it likes, but
//! not by what they encode, and not by nothing, and what stands beside them is its text.

use crate::whole::is_whole;
use illformed_codec::{Policy, Profile, decode_lossy, events};
use illformed_judge::case::FittedInput;
use illformed_judge::claim::{Bom, Claim, Kind, TextForm};
use illformed_judge::expected::{Expected, Replacements, SegmentEvents};
use illformed_judge::judge::judge_observation;
use illformed_judge::observation::{Observation, Text};
use illformed_vectors::Input;
use proptest::prelude::*;

fn undocumented(profile: Profile, form: TextForm) -> Claim {
    Claim { profile: Some(profile), ..Claim::lossy(None).giving(form) }
}

fn expected(bytes: &[u8], profile: Profile, claim: &Claim) -> Expected {
    let segment =
        SegmentEvents { bytes: bytes.to_vec(), events: events(bytes, profile).collect(), pending: 0 };
    let input = Input::Bytes(bytes.to_vec());
    let fitted_input = FittedInput::new(&input, claim).expect("it fits");
    Expected::new(&fitted_input, &[segment], profile, claim)
}

/// The verdict and its cause.
fn ruling(bytes: &[u8], claim: &Claim, text: Text, seen: &Replacements) -> String {
    let expected =
        expected(bytes, claim.profile.expect("a profile is claimed"), claim).with_replacements(seen);
    let verdict = judge_observation(&expected, claim, &Observation::accept(text)).verdict;
    verdict.cause().map_or_else(|| verdict.name().to_owned(), |cause| cause.to_string())
}

fn bytes(hex: &str) -> Vec<u8> {
    hex.split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| u8::from_str_radix(word, 16).expect("it is hex"))
        .collect()
}

const ACCEPTS: &str = "accepts-ill-formed";
const DROPS: &str = "drops-ill-formed";
const WRONG: &str = "wrong-text";
const FINE: &str = "no-policy";

#[test]
fn code_points_show_what_was_accepted_dropped_or_lost() {
    let claim = undocumented(Profile::Rfc3629, TextForm::Utf32);
    for (input, text, cause) in [
        // Non-shortest forms, surrogates, and numbers above 10FFFF that come out as themselves.
        ("C0 80", &[0][..], ACCEPTS),
        ("E0 80 AF", &[0x2F], ACCEPTS),
        ("F0 80 80 AF", &[0x2F], ACCEPTS),
        ("FC 80 80 80 80 AF", &[0x2F], ACCEPTS),
        ("61 C0 80 62", &[0x61, 0, 0x62], ACCEPTS),
        ("ED A0 80", &[0xD800], ACCEPTS),
        ("ED A0 BD ED B8 80", &[0xD83D, 0xDE00], ACCEPTS),
        ("ED A0 BD ED B8 80", &[0x1_F600], ACCEPTS),
        ("F4 90 80 80", &[0x11_0000], ACCEPTS),
        ("F8 88 80 80 80", &[0x20_0000], ACCEPTS),
        ("FD BF BF BF BF BF", &[0x7FFF_FFFF], ACCEPTS),
        ("FE 82 80 80 80 80 80", &[0x8000_0000], ACCEPTS),
        // One of several is enough, beside replacements of any number.
        ("C0 80 FF", &[0, 0xFFFD], ACCEPTS),
        ("FF C0 80", &[0xFFFD, 0], ACCEPTS),
        ("C0 80 C1 81", &[0xFFFD, 0xFFFD, 0x41], ACCEPTS),
        ("C0 80 61 C1 81", &[0xFFFD, 0x61, 0x41], ACCEPTS),
        // The usual replacements are no acceptance, even where the bytes misspell them.
        ("F0 8F BF BD", &[0xFFFD], FINE),
        ("C0 BF", &[0x3F], FINE),
        ("C0 80", &[0xFFFD, 0xFFFD], FINE),
        ("C0 80", &[0xC0, 0x80], FINE),
        ("E0 82 80", &[0xE0, 0x82, 0x80], FINE),
        ("FF E0 82 80", &[0xFF, 0xE0, 0x82, 0x80], FINE),
        ("ED B3 A0", &[0xDCED, 0xDCB3, 0xDCA0], FINE),
        ("C0 B1", &[0x5C, 0x78, 0x63, 0x30, 0x5C, 0x78, 0x62, 0x31], FINE),
        // Bytes that leave no trace.
        ("C2", &[], DROPS),
        ("61 F1 80 80", &[0x61], DROPS),
        ("61 FF 62", &[0x61, 0x62], DROPS),
        ("FF 61 FF", &[0xFFFD, 0x61], DROPS),
        // Characters beside the errors that are not there.
        ("E2 82 41", &[0xFFFD], WRONG),
        ("C2 22 3E", &[0xFFFD, 0x3E], WRONG),
        ("61 FF 62", &[0x61, 0xFFFD, 0x63], WRONG),
        ("61 62 FF", &[0x62, 0x61, 0xFFFD], WRONG),
        ("61 FF", &[0x61, 0xFFFD, 0xFFFD], FINE),
        // The last character may stand in a replacement, too.
        ("61 FF 61", &[0x61, 0x78, 0x61, 0x61], FINE),
    ] {
        let ruling = ruling(&bytes(input), &claim, Text::Utf32(text.to_vec()), &Replacements::default());
        assert_eq!(ruling, cause, "{input} as {text:X?}");
    }
}

#[test]
fn units_and_bytes_show_it_too() {
    let utf16 = |units: &[u16]| Text::Utf16(units.to_vec());
    let utf8 = |text: &str| Text::Utf8(bytes(text));
    for (input, text, cause) in [
        ("C0 80", utf16(&[0]), ACCEPTS),
        ("ED A0 80", utf16(&[0xD800]), ACCEPTS),
        ("ED A0 BD ED B8 80", utf16(&[0xD83D, 0xDE00]), ACCEPTS),
        ("F0 80 80 80 61", utf16(&[0, 0x61]), ACCEPTS),
        // 110000 does not fit; the halves wrap, or half of it is cut off.
        ("F4 90 80 80", utf16(&[0xDC00, 0xDC00]), ACCEPTS),
        ("F4 90 81 81", utf16(&[0x41]), ACCEPTS),
        ("F0 9F 98 80 C2", utf16(&[0xD83D, 0xDE00, 0xFFFD]), FINE),
        ("F0 9F 98 80 C2", utf16(&[0xD83D, 0xFFFD]), WRONG),
        ("C2", utf16(&[]), DROPS),
        ("C0 80", utf8("00"), ACCEPTS),
        // The bytes go through as they are.
        ("C0 80", utf8("C0 80"), ACCEPTS),
        ("61 ED A0 80", utf8("61 ED A0 80"), ACCEPTS),
        ("F4 90 80 80", utf8("F4 90 80 80"), ACCEPTS),
        ("C0 80", utf8("EF BF BD"), FINE),
        ("F0 8F BF BD", utf8("EF BF BD"), FINE),
        ("C0 AF", utf8("3F"), FINE),
        ("E2 82 41", utf8("EF BF BD"), WRONG),
        ("C2", utf8(""), DROPS),
    ] {
        let form = if matches!(text, Text::Utf8(_)) { TextForm::Utf8 } else { TextForm::Utf16 };
        let claim = undocumented(Profile::Rfc3629, form);
        assert_eq!(ruling(&bytes(input), &claim, text, &Replacements::default()), cause, "{input}");
    }
}

#[test]
fn what_a_decoder_gives_for_other_errors_is_no_acceptance() {
    let claim = undocumented(Profile::Rfc3629, TextForm::Utf32);
    let mut seen = Replacements::default();
    let bang = Text::Utf32(vec![0x21]);
    assert_eq!(ruling(b"\xC0\xA1", &claim, bang.clone(), &seen), ACCEPTS);
    seen.learn(&Text::Utf32("a!b".chars().map(u32::from).collect()), 0x61, 0x62);
    assert_eq!(ruling(b"\xC0\xA1", &claim, bang, &seen), FINE);
    assert_eq!(ruling(b"\xC1\x81", &claim, Text::Utf32(vec![0x41]), &seen), ACCEPTS, "another is");
    // What does not stand between the two letters says nothing.
    let before = seen.clone();
    for text in ["ab", "a!", "!b", "A!b"] {
        seen.learn(&Text::Utf32(text.chars().map(u32::from).collect()), 0x61, 0x62);
    }
    assert_eq!(seen, before);
}

#[test]
fn a_decoder_that_documents_to_drop_may_drop_and_other_profiles_have_errors_of_their_own() {
    let nothing = || Text::Utf32(Vec::new());
    let seen = Replacements::default();
    let mutf8 = undocumented(Profile::Mutf8, TextForm::Utf32);
    assert_eq!(ruling(b"\0", &mutf8, Text::Utf32(vec![0]), &seen), ACCEPTS);
    assert_eq!(ruling(b"\0", &mutf8, nothing(), &seen), DROPS);
    let ucs2 = undocumented(Profile::Ucs2, TextForm::Utf32);
    assert_eq!(ruling("\u{1F600}".as_bytes(), &ucs2, Text::Utf32(vec![0x1_F600]), &seen), ACCEPTS);
    let drops = Claim { profile: mutf8.profile, ..Claim::lossy(Policy::Drop) };
    assert_eq!(ruling(b"\0", &drops, nothing(), &seen), FINE);
    assert_eq!(ruling(b"a\0", &drops, nothing(), &seen), WRONG);
}

#[test]
fn nothing_is_said_of_a_count_and_of_well_formed_text_all_is_said() {
    let count = Claim { kind: Kind::Count { policy: None }, ..Claim::lossy(None) };
    assert_eq!(ruling(b"\xC0\x80", &count, Text::Count(1), &Replacements::default()), FINE);
    let claim = undocumented(Profile::Rfc3629, TextForm::Utf32);
    assert_eq!(ruling(b"ab", &claim, Text::Utf32(vec![0x61]), &Replacements::default()), WRONG);
    // What is stripped is no text, and what stands behind it is.
    let strips = Claim { bom: Bom::Strip, ..claim };
    for (text, cause) in [(&[0x61, 0xFFFD][..], FINE), (&[0xFFFD], WRONG), (&[0xFEFF, 0x61, 0xFFFD], WRONG)] {
        let text = Text::Utf32(text.to_vec());
        assert_eq!(ruling(b"\xEF\xBB\xBFa\xFF", &strips, text, &Replacements::default()), cause);
    }
}

#[test]
fn long_runs_are_ruled_on_in_no_time() {
    let claim = undocumented(Profile::Rfc3629, TextForm::Utf32);
    let input = b"\xC0\x80a".repeat(10_000);
    let began = std::time::Instant::now();
    let codes: Vec<u32> = [0xFFFD, 0xFFFD, 0x61].repeat(10_000);
    assert_eq!(ruling(&input, &claim, Text::Utf32(codes), &Replacements::default()), FINE);
    let run = b"\xC0\x80".repeat(20_000);
    assert_eq!(ruling(&run, &claim, Text::Utf32(vec![0xFFFD; 20_000]), &Replacements::default()), FINE);
    assert_eq!(ruling(&run, &claim, Text::Utf32(Vec::new()), &Replacements::default()), DROPS);
    // A clock says little of a machine that has other things to do.
    assert!(!is_whole() || began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

proptest! {
    /// The text of a policy is no fault of a decoder that documents it, under whatever profile, although it is defined for the RFCs
    /// alone; nor of one that documents none, if each error leaves a trace.
    #[test]
    fn no_policy_is_accused(
        input in prop::collection::vec(prop::sample::select(vec![
            0x00, 0x41, 0x62, 0x80, 0x81, 0x8F, 0x90, 0x9F, 0xA0, 0xB0, 0xBD, 0xBF, 0xC0, 0xC1, 0xC2, 0xE0, 0xE2, 0xED, 0xEF, 0xF0,
            0xF4, 0xF8, 0xFE, 0xFF,
        ]), 0..12),
    ) {
        for &profile in Profile::ALL {
            for policy in Policy::ALL.iter().copied().filter(|policy| *policy != Policy::Fatal) {
                let codes: Vec<u32> = decode_lossy(&input, profile, policy).collect();
                let mut seen = Replacements::default();
                for error in [&b"a\xFFb"[..], b"a\xFEb", b"a\x80b", b"a\xC3b", b"a\xE2\x82b", b"a\xF0\x9F\x98b"] {
                    seen.learn(&Text::Utf32(decode_lossy(error, profile, policy).collect()), 0x61, 0x62);
                }
                let silent = undocumented(profile, TextForm::Utf32);
                let is_traced = profile == Profile::Rfc3629 && policy != Policy::Drop;
                let documented = Claim { profile: silent.profile, ..Claim::lossy(policy) };
                for claim in [documented].into_iter().chain(is_traced.then_some(silent)) {
                    let ruling = ruling(&input, &claim, Text::Utf32(codes.clone()), &seen);
                    let case = format!("{claim} {policy}: {input:02X?} {codes:X?}: {ruling}");
                    prop_assert!([FINE, "pass"].contains(&ruling.as_str()), "{}", case);
                }
            }
        }
    }
}

//! What is judged of a lossy decoder that documents no replacement policy: it may replace errors by whatever it likes, but
//! not by what they encode, and not by nothing, and what stands beside them is its text.

use crate::whole::is_whole;
use illformed_codec::{Policy, Profile, decode_lossy, events};
use illformed_judge::case::FittedInput;
use illformed_judge::claim::{Claim, TextForm};
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

const DROPS: &str = "drops-ill-formed";
const FINE: &str = "no-policy";

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
    // Where U+FFFD is a character too, a run may begin at each unit. U+0000, which the bytes encode, has each of them looked at,
    // until that are too many.
    let many = ["\u{FFFD}".as_bytes(), &b"\xC0\x80".repeat(32)].concat().repeat(44);
    for last in [0xFFFD, 0] {
        let replaced = [vec![0xFFFD; 44 * 65 - 1], vec![last]].concat();
        assert_eq!(ruling(&many, &claim, Text::Utf32(replaced), &Replacements::default()), FINE);
    }
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

//! What one answer is told as, where several things could explain it.

use crate::words::{case, judged, verdict_words};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Bom, Claim, OffsetMeaning, ScriptSupport, TextForm};
use illformed_judge::expected::Replacements;
use illformed_judge::judge::{CaseToJudge, Response, judge_case};
use illformed_judge::observation::{CallOutcome, Observation, Text};

fn strict() -> Claim {
    Claim::strict(Profile::Rfc3629)
}

fn lossy() -> Claim {
    Claim::lossy(Policy::MaximalSubpart)
}

/// A strict decoder that gives no offsets.
fn placeless() -> Claim {
    Claim { at: OffsetMeaning::None, ..strict() }
}

fn done(codes: &[u32]) -> CallOutcome {
    CallOutcome::Done(Text::Utf32(codes.to_vec()))
}

fn accept(codes: &[u32]) -> Observation {
    Observation::accept(Text::Utf32(codes.to_vec()))
}

/// An error with the text before it, in the last of `calls`.
fn reject(mut before: Vec<CallOutcome>, codes: &[u32], not_made: usize) -> Observation {
    let call = Some(before.len());
    before.push(CallOutcome::Failed(Some(Text::Utf32(codes.to_vec()))));
    before.extend(vec![CallOutcome::NotMade; not_made]);
    Observation { call, calls: before, ..Observation::reject(None, None) }
}

#[test]
fn an_answer_is_told_as_what_explains_it_best() {
    let rfc2279 = || Claim::strict(Profile::Rfc2279);
    let strips = || Claim { bom: Bom::Strip, ..placeless() };
    let utf8 = || strict().giving(TextForm::Utf8);
    let streaming = |claim: Claim| Claim { script: ScriptSupport::Reset, ..claim };
    let in_utf8 = |bytes: &[u8]| Observation::accept(Text::Utf8(bytes.to_vec()));
    let nothing = || Observation::accept(Text::None);
    let first_right = Observation {
        calls: vec![done(&[0xFFFD]), done(&[]), CallOutcome::Done(Text::None), done(&[0]), done(&[])],
        ..accept(&[])
    };
    let refused = || reject(vec![], &[], 0);
    let behind_two = reject(vec![done(&[0xE9]), done(&[0x41]), done(&[])], &[], 0);
    let in_second = reject(vec![done(&[0xE9])], &[0x41], 2);
    let two = "standard/letter-a@after=c3a9";
    let three = "standard/letter-a@before=c3a9,after=e282ac,chunk=2";
    let (nul, swallowed) = ("never-valid/ff-alone@after=00", "overlong/nul-two-bytes@after=0041");
    let validator = Claim::validate(Profile::Rfc3629);
    for (claim, id, answer, cause, others) in [
        (rfc2279(), "overlong/nul-five-bytes", accept(&[0]), "accepts-overlong-5", ""),
        (rfc2279(), "overlong/nul-six-bytes", accept(&[0]), "accepts-overlong-6", ""),
        // A decoder that ends at U+0000 never sees what stands behind it.
        (
            validator,
            "never-valid/ff-alone@before=00,after=61",
            nothing(),
            "accepts-never-valid",
            "ends-at-nul",
        ),
        // Behind this one nothing stands, so that no text ends at it.
        (strict(), nul, accept(&[0]), "loses-text at never-valid", "hides-errors"),
        (strict(), nul, accept(&[0xFFFD, 0]), "hides-errors at never-valid", "accepts-never-valid"),
        (strips(), "bom/at-start", accept(&[0x58, 0x41]), "invents-text", ""),
        (strips(), "bom/at-start", accept(&[0xFEFF, 0x41]), "bom-kept", ""),
        (utf8(), "truncated/c2-at-end", in_utf8(b"\xFF"), "invents-text at incomplete", "accepts-incomplete"),
        // What would be read at the error is the character behind it.
        (
            lossy(),
            swallowed,
            accept(&[0]),
            "swallows-next at overlong",
            "accepts-overlong-2, loses-text, refuses-ascii, refuses-well-formed",
        ),
        // The text before an error says which character is refused.
        (placeless(), two, reject(vec![], &[0x41], 0), "refuses-two-byte", "refuses-well-formed"),
        (placeless(), two, refused(), "refuses-ascii", "refuses-well-formed"),
        (strips(), "bom/at-start", refused(), "refuses-bom", "refuses-three-byte, refuses-well-formed"),
        (streaming(placeless()), three, behind_two, "refuses-three-byte", "refuses-well-formed"),
        (streaming(placeless()), three, in_second, "refuses-three-byte", "refuses-well-formed"),
        // The first segment is as it should be.
        (streaming(lossy()), "never-valid/ff-alone@then=c080", first_right, "accepts-overlong-2", ""),
    ] {
        let told = if others.is_empty() { cause.to_owned() } else { format!("{cause}, or {others}") };
        let case = case(id);
        let response = Response::Observed(answer);
        let judged = judged(&case, &claim, std::slice::from_ref(&response));
        let words = verdict_words(&judged, &response);
        assert!(words.ends_with(&format!(" {told}")), "{id}: {words}, should be {told}");
    }
}

#[test]
fn wrong_offsets_and_lengths_are_the_only_causes_that_are_not_severe() {
    let claim = strict();
    let case = case("overlong/nul-two-bytes");
    for (answer, is_severe) in [
        (accept(&[0]), true),
        (Observation::reject(Some(1), None), false),
        (Observation::reject(None, Some(2)), false),
    ] {
        let judged = judged(&case, &claim, &[answer.into()]);
        assert_eq!(judged.claim.deviation.unwrap().is_severe(), is_severe);
    }
}

#[test]
fn what_a_decoder_gives_for_other_errors_is_not_what_it_accepts() {
    let claim = Claim::lossy(None);
    let case = case("overlong/nul-two-bytes@before=c0a1,after=eda080");
    let mut replacements = Replacements::default();
    let told = |replacements: &Replacements| {
        let to_judge = CaseToJudge { case: &case, claim: &claim, ruling: None, replacements };
        let answer = accept(&[0x21, 0xD800]).into();
        judge_case(&to_judge, &[answer]).claim.deviation.map(|deviation| deviation.cause.name())
    };
    assert_eq!(told(&replacements), Some("accepts-overlong-2"));
    replacements.learn(&Text::Utf32(vec![0x61, 0x21, 0x62]), 0x61, 0x62);
    assert_eq!(told(&replacements), Some("accepts-surrogate"));
}

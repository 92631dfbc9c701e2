//! Inputs that hold every form of text, every kind of error, byte order marks and resets: what is expected of each has to
//! be what the second source has, and the judge has to pass that text and no other.

use crate::case::FittedInput;
use crate::claim::{Claim, ScriptSupport};
use crate::codec_check::{FORMS, claim_fault, expectation_fault};
use crate::expected::{Expected, ExpectedSegment, SegmentEvents, segments, text};
use crate::judge::compare::JudgeFn;
use crate::judge::self_check::SelfCheckFailure;
use crate::judge::verdict::Verdict;
use crate::observation::{Answer, CallOutcome, Observation, Text};
use crate::oracle::arithmetic::{self, Limits};
use crate::second_source::TextSource;
use illformed_codec::{Policy, Profile};
use illformed_vectors::{Call, Input, Script};
use std::borrow::Cow;

/// Inputs, as scripts write them; one word is an input given at once.
const PROBES: [(Profile, &str); 13] = [
    // A character of each length; the first and the last of each, around the surrogates too.
    (Profile::Rfc3629, "41c3a9e282acf09d849e"),
    (Profile::Rfc3629, "007fc280dfbfe0a080ed9fbfee8080efbfbff0908080f48fbfbf"),
    // Every kind of error that the policies replace in different ways.
    (Profile::Rfc3629, "41f0808080e28243eda0808144fc8041c3"),
    (Profile::Rfc3629, "efbbbfefbbbf41"),
    (Profile::Rfc3629, "41efbbbf"),
    (Profile::Rfc3629, "ef bb bf41 . ~ efbbbf ef bb bf"),
    (Profile::Rfc3629, "c3 ~ 41 e282 41f0 . ~ c3 a9 ff80"),
    // The first and the last number above U+10FFFF of each length, and surrogates.
    (Profile::Rfc2279, "f4908080f7bfbfbff888808080fbbfbfbfbffc8480808080fdbfbfbfbfbf"),
    (Profile::Generalized, "eda080eda080edbfbf41"),
    (Profile::Wtf8, "edb0804100"),
    (Profile::Cesu8, "eda081edb08041"),
    (Profile::Mutf8, "c080eda081edb08041"),
    (Profile::Ucs2, "efbfbf41"),
];

/// The first fault of what is expected of a probe, or of what `judge` says of it.
pub(super) fn text_fault(judge: JudgeFn) -> Option<SelfCheckFailure> {
    PROBES.into_iter().find_map(|(profile, calls)| {
        let unreadable = || SelfCheckFailure::Codec(format!("`{calls}` cannot be read"));
        let Some(input) = input(calls) else { return Some(unreadable()) };
        let limits = Limits::of(profile);
        let segments: Vec<SegmentEvents> = segments(&input)
            .map(|(bytes, _)| SegmentEvents {
                events: arithmetic::events(&bytes, limits),
                bytes: bytes.into_owned(),
                pending: 0,
            })
            .collect();
        let source = &TextSource::INDEPENDENT;
        let named = |fault| SelfCheckFailure::Codec(format!("`{calls}`: {fault}"));
        if let Some(fault) = expectation_fault(&input, &segments, profile, source) {
            return Some(named(fault));
        }
        let fitted_input = FittedInput { input: Cow::Owned(input), finishes: true };
        let plain =
            [Claim::strict(profile), Claim { profile: Some(profile), ..Claim::lossy(Policy::PerByte) }];
        let script = ScriptSupport::Reset;
        let in_form = |out| plain.clone().map(|claim| Claim { out, script, ..claim });
        FORMS.into_iter().flat_map(in_form).find_map(|claim| {
            if let Some(fault) = claim_fault(&fitted_input, &segments, profile, &claim, source) {
                return Some(named(fault));
            }
            let expected = Expected::new(&fitted_input, &segments, profile, &claim);
            judge_fault(judge, calls, &expected, &claim)
        })
    })
}

fn input(calls: &str) -> Option<Input> {
    let script: Script = calls.parse().ok()?;
    Some(match script.calls() {
        [Call::Feed(bytes)] => Input::Bytes(bytes.clone()),
        _ => Input::Calls(script),
    })
}

/// What `judge` says wrongly of an answer to `calls` that is `expected`, or that has one unit more. What is open is left out.
fn judge_fault(
    judge: JudgeFn,
    calls: &'static str,
    expected: &Expected,
    claim: &Claim,
) -> Option<SelfCheckFailure> {
    let texts = expected.segments.iter().flat_map(|segment| segment.calls.clone());
    let texts = texts.collect::<Option<Vec<Text>>>()?;
    let verdict = |texts: &[Text]| judge(expected, claim, &observed(&expected.segments, texts)).verdict;
    let fault = |expected, given: &Verdict| SelfCheckFailure::Text { calls, expected, given: given.kind() };
    let right = verdict(&texts);
    if right != Verdict::Pass {
        return Some(fault("pass", &right));
    }
    // A text of one unit in every form.
    let unit = text(&[0x3F], Profile::Rfc3629, claim.out)?;
    (0..texts.len()).find_map(|number| {
        let mut texts = texts.clone();
        texts[number].append(&unit);
        let wrong = verdict(&texts);
        (wrong == Verdict::Pass).then(|| fault("wrong by one unit", &wrong))
    })
}

/// What a decoder answers that shows `texts`, and fails where it should.
fn observed(segments: &[ExpectedSegment], texts: &[Text]) -> Observation {
    let mut texts = texts.iter().cloned();
    let mut calls = Vec::new();
    let mut failed = None;
    for (number, segment) in segments.iter().enumerate() {
        if number > 0 {
            calls.push(CallOutcome::Done(Text::None));
        }
        let failing = segment.failure.map(|failure| failure.call);
        for call in 0..segment.call_count {
            let text = if failing.is_none_or(|failing| call <= failing) { texts.next() } else { None };
            calls.push(match text {
                Some(text) if failing == Some(call) => CallOutcome::Failed(Some(text)),
                Some(text) => CallOutcome::Done(text),
                None => CallOutcome::NotMade,
            });
        }
        failed = failed.or(failing.map(|call| calls.len() - segment.call_count + call));
    }
    let answer = if failed.is_some() { Answer::Reject } else { Answer::Accept };
    Observation { answer, at: None, len: None, call: failed, calls }
}

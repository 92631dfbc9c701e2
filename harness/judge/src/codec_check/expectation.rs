//! What is expected of a segment, call by call, against the second source.

use crate::case::FittedInput;
use crate::claim::{Bom, Claim, OffsetMeaning, Refusal, ScriptSupport};
use crate::expected::{Expected, ExpectedSegment, Reach, SegmentEvents};
use crate::second_source::TextSource;
use illformed_codec::{Event, Policy, Profile};
use illformed_vectors::{Call, Input, Script};
use std::borrow::Cow;

/// The first difference between what is expected of `input`, whose segments hold `segments`, and `source`, by any claim and
/// in any chunks; a lower-case fragment.
pub fn expectation_fault(
    input: &Input,
    segments: &[SegmentEvents],
    profile: Profile,
    source: &TextSource,
) -> Option<String> {
    let claims = claims(segments, profile);
    let whole = |finishes| FittedInput { input: Cow::Borrowed(input), finishes };
    let inputs = match input {
        Input::Calls(_) => vec![whole(true)],
        Input::Bytes(bytes) => {
            let mut calls: Vec<Call> = bytes.iter().map(|byte| Call::Feed(vec![*byte])).collect();
            calls.push(Call::Finish);
            let bytewise = Script::new(calls).ok().map(Input::Calls)?;
            vec![FittedInput { input: Cow::Owned(bytewise), finishes: true }, whole(true), whole(false)]
        }
    };
    inputs.iter().enumerate().find_map(|(number, fitted_input)| {
        // Chunks are what policies could depend on; in one call the plain claims say the same.
        let claims = if number == 0 { claims.as_slice() } else { &claims[..2] };
        claims.iter().find_map(|claim| claim_fault(fitted_input, segments, profile, claim, source))
    })
}

/// The claims that could expect different things of the events, the plainest two first.
fn claims(segments: &[SegmentEvents], profile: Profile) -> Vec<Claim> {
    let offending = Claim { at: OffsetMeaning::Offending, ..Claim::strict(profile) };
    let lossy = |policy| Claim { profile: Some(profile), ..Claim::lossy(policy) };
    let mut claims = vec![Claim::strict(profile), lossy(Policy::MaximalSubpart)];
    let events = || segments.iter().flat_map(|segment| &segment.events);
    if events().any(|event| matches!(event, Event::Error { .. })) {
        let others = Policy::ALL.iter().copied().filter(|policy| *policy != Policy::MaximalSubpart);
        claims.extend(others.map(lossy).chain([offending.clone()]));
        claims.push(Claim { policy: None, ..lossy(Policy::Drop) });
    }
    if events().any(|event| *event == Event::Code { value: 0xFEFF, at: 0, len: 3 }) {
        let stripping: Vec<Claim> =
            claims.iter().map(|claim| Claim { bom: Bom::Strip, ..claim.clone() }).collect();
        claims.extend(stripping);
    }
    for refusal in [Refusal::Noncharacters, Refusal::Nul, Refusal::Xml] {
        let covered = |event: &Event| matches!(event, Event::Code { value, .. } if refusal.covers(*value));
        if events().any(covered) {
            let refuses = vec![refusal];
            claims.push(Claim { refuses: refuses.clone(), ..Claim::strict(profile) });
            claims.push(Claim { refuses: refuses.clone(), ..offending.clone() });
            claims.extend(
                Policy::ALL.iter().map(|&policy| Claim { refuses: refuses.clone(), ..lossy(policy) }),
            );
        }
    }
    claims
}

/// The first difference between what `claim` promises of `fitted_input` and what `source` has.
fn claim_fault(
    fitted_input: &FittedInput<'_>,
    segments: &[SegmentEvents],
    profile: Profile,
    claim: &Claim,
    source: &TextSource,
) -> Option<String> {
    let script =
        if matches!(*fitted_input.input, Input::Calls(_)) { ScriptSupport::Reset } else { claim.script };
    let claim = &Claim { script, ..claim.clone() };
    let expected = Expected::new(fitted_input, segments, profile, claim);
    let calls = Reach::of_calls(fitted_input);
    if expected.segments.len() != segments.len() || calls.len() != segments.len() {
        return Some(format!(
            "{} segments are expected, there are {}",
            expected.segments.len(),
            segments.len()
        ));
    }
    let mut numbered = expected.segments.iter().zip(segments).zip(&calls).enumerate();
    numbered.find_map(|(number, ((expected, segment), calls))| {
        let mut second = second_segment(segment, calls, profile, claim, source);
        // What is known without a policy is made of the same texts and has no second source of its own.
        if let Some(second) = &mut second {
            second.undocumented.clone_from(&expected.undocumented);
        }
        (second.as_ref() != Some(expected)).then(|| {
            let second = second.map_or("nothing".to_owned(), |second| second.to_string());
            let policy = claim.policy.map_or("no policy", Policy::name);
            let out = claim.out;
            format!("segment {number}, {claim}, {policy}, {out:?}: `{expected}` is expected, the second source has `{second}`")
        })
    })
}

/// What is expected of a segment, by the second source alone.
fn second_segment(
    segment: &SegmentEvents,
    calls: &[Reach],
    profile: Profile,
    claim: &Claim,
    source: &TextSource,
) -> Option<ExpectedSegment> {
    let shown = (source.shown)(&segment.bytes, calls, profile, claim)?;
    let form = |codes: Option<Vec<u32>>| (source.text)(&codes?, profile, claim.out);
    Some(ExpectedSegment {
        call_count: calls.len(),
        open: claim.script > ScriptSupport::Feed && calls.last() != Some(&Reach::End),
        calls: shown.calls.into_iter().map(form).collect(),
        failure: shown.failure,
        pending: shown.pending,
        undocumented: None,
    })
}

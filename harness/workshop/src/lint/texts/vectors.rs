//! The expected texts of every vector, checked against a source that shares no code with the codec.

use crate::lint::texts::row::row_fault;
use illformed_codec::{Decoder, Event, Policy, Profile};
use illformed_judge::case::FittedInput;
use illformed_judge::claim::{Bom, Claim, OffsetMeaning, Refusal, ScriptSupport};
use illformed_judge::codec_check::{codes_fault, policy_fault, stream_fault, whole_text_fault};
use illformed_judge::expected::segment_events;
use illformed_judge::expected::{
    Expected, ExpectedFailure, ExpectedSegment, Resolutions, Ruling, SegmentEvents,
};
use illformed_judge::lint::{LintFinding, numbered, tiling_fault};
use illformed_judge::observation::Text;
use illformed_judge::second_source::{Reach, ShownFailure, TextSource};
use illformed_vectors::{Call, Input, Question, Script, Suite, Vector};
use std::borrow::Cow;
use std::iter;

/// Everything that the codec, or an expectation made with it, says otherwise than `source`, worked out when it is asked
/// for: all vectors in a row, and each vector whole and byte by byte by every claim, with one finding a vector and profile. A
/// finding far from the start of a text names no vector.
pub fn lint_texts<'a>(suite: &'a Suite, source: &'a TextSource) -> impl Iterator<Item = LintFinding> {
    // One object for each profile: what a vector leaves behind would show in the next.
    let mut decoders: Vec<_> = Profile::ALL.iter().map(|&profile| (profile, Decoder::new(profile))).collect();
    let of_vectors = numbered(suite).flat_map(move |(file, number, vector)| {
        let mut compared = Vec::new();
        let fault = |(profile, decoder): &mut (Profile, Decoder)| {
            let reason = vector_fault(vector, *profile, decoder, &mut compared, source)?;
            let place = suite.place_of_vector(file, number, "");
            Some(LintFinding { place, vector: Some(vector.id.to_string()), profile: Some(*profile), reason })
        };
        decoders.iter_mut().filter_map(fault).collect::<Vec<_>>()
    });
    iter::once_with(|| row_fault(suite, source)).flatten().chain(of_vectors)
}

/// What decides what is expected of events, beside the claim.
#[derive(PartialEq)]
struct Compared {
    segments: Vec<SegmentEvents>,
    measured: bool,
    in_units: bool,
}

fn vector_fault(
    vector: &Vector,
    profile: Profile,
    decoder: &mut Decoder,
    compared: &mut Vec<Compared>,
    source: &TextSource,
) -> Option<String> {
    // Where the standard is silent, the codec's own answer is held to.
    let resolutions = Resolutions(vec![(Question::Rfc2279Surrogate, Ruling::Accept)]);
    let segments = segment_events(vector, profile, &resolutions).ok()?;
    if let Some(fault) = segments.iter().find_map(|segment| stream_fault(&segment.bytes, decoder, profile)) {
        return Some(fault);
    }
    // The other lint says of what does not tile its bytes that it does not.
    if segments.iter().any(|segment| tiling_fault(segment).is_some()) {
        return None;
    }
    let whole = matches!(vector.input, Input::Bytes(_));
    if whole
        && let Some(fault) = segments.iter().find_map(|segment| whole_text_fault(segment, profile, source))
    {
        return Some(fault);
    }
    let measured = matches!(profile, Profile::Rfc3629 | Profile::Rfc2279);
    let compared_now = Compared { segments, measured, in_units: profile == Profile::Mutf8 };
    if compared.contains(&compared_now) {
        return None;
    }
    compared.push(compared_now);
    let segments = &compared.last()?.segments;
    let fault = segments.iter().find_map(|segment| segment_fault(segment, profile, source));
    fault.or_else(|| expectation_fault(&vector.input, segments, profile, source))
}

/// What the codec's policies and forms of text make of a segment otherwise than `source`.
pub(crate) fn segment_fault(
    segment: &SegmentEvents,
    profile: Profile,
    source: &TextSource,
) -> Option<String> {
    let values: Vec<u32> = segment.events.iter().filter_map(Event::value).collect();
    policy_fault(segment, profile, source).or_else(|| codes_fault(&values, profile, source))
}

/// What an expectation says otherwise than `source`, by any claim and any chunks.
pub(crate) fn expectation_fault(
    input: &Input,
    segments: &[SegmentEvents],
    profile: Profile,
    source: &TextSource,
) -> Option<String> {
    let claims = claims(segments, profile);
    let inputs = match input {
        Input::Calls(_) => vec![FittedInput { input: Cow::Borrowed(input), finishes: true }],
        Input::Bytes(bytes) => {
            let mut calls: Vec<Call> = bytes.iter().map(|byte| Call::Feed(vec![*byte])).collect();
            calls.push(Call::Finish);
            let bytewise = Script::new(calls).ok().map(Input::Calls)?;
            vec![
                FittedInput { input: Cow::Owned(bytewise), finishes: true },
                FittedInput { input: Cow::Borrowed(input), finishes: true },
                FittedInput { input: Cow::Borrowed(input), finishes: false },
            ]
        }
    };
    inputs.iter().enumerate().find_map(|(number, fitted_input)| {
        // Chunks are what policies could depend on; in one call the plain claims say the same.
        let claims = if number == 0 { claims.as_slice() } else { &claims[..2] };
        claims.iter().find_map(|claim| claim_fault(fitted_input, segments, profile, claim, source))
    })
}

/// The claims that could expect different things of the events.
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
    let calls: Vec<Vec<Reach>> = match &*fitted_input.input {
        Input::Bytes(bytes) => {
            vec![vec![if fitted_input.finishes { Reach::End } else { Reach::Bytes(bytes.len()) }]]
        }
        Input::Calls(script) => script.segments().map(reaches).collect(),
    };
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
            format!("segment {number}, {claim}, {policy}: `{expected}` is expected, the second source has `{second}`")
        })
    })
}

/// How much the calls of a segment know of it.
fn reaches(calls: &[Call]) -> Vec<Reach> {
    let mut fed = 0;
    let reach = |call: &Call| match call {
        Call::Feed(chunk) => {
            fed += chunk.len();
            Reach::Bytes(fed)
        }
        Call::Finish | Call::Reset => Reach::End,
    };
    calls.iter().map(reach).collect()
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
    let form = |codes: Option<Vec<u32>>| -> Option<Text> { (source.text)(&codes?, profile, claim.out) };
    let failure = shown.failure.map(|ShownFailure { call, at, len, incomplete }| ExpectedFailure {
        call,
        at,
        len,
        incomplete,
    });
    Some(ExpectedSegment {
        call_count: calls.len(),
        open: claim.script > ScriptSupport::Feed && calls.last() != Some(&Reach::End),
        calls: shown.calls.into_iter().map(form).collect(),
        failure,
        pending: shown.pending,
        undocumented: None,
    })
}

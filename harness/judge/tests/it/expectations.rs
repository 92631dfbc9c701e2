//! What is expected of a decoder, call by call, against a second way to work it out: after so many bytes a decoder has shown what
//! the prefix says for certain, whatever follows, and each call adds the difference.

use illformed_codec::{ErrorKind, Event, Policy, Profile};
use illformed_judge::case::FittedInput;
use illformed_judge::claim::{Bom, Claim, OffsetMeaning, Refusal, ScriptSupport};
use illformed_judge::expected::{
    Expected, ExpectedFailure, ExpectedSegment, Ruling, SegmentEvents, segment_events,
};
use illformed_judge::oracle::arithmetic::{Limits, events};
use illformed_judge::second_source::TextSource;
use illformed_vectors::{Call, Input, Script, Suite};
use std::borrow::Cow;

/// How many bytes of a segment are known after a call; `None` after the end.
type Known = Option<usize>;

/// What a decoder shows of the bytes between two resets.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    /// The codes that each call adds; `None` where an error is among them whose replacement nobody documents. There is no
    /// call after a failure.
    calls: Vec<Option<Vec<u32>>>,
    /// The error at which a strict decoder stops.
    failure: Option<ExpectedFailure>,
    /// Bytes at the end are undecided.
    pending: bool,
}

/// Whether Unicode counts replacements and measures errors for the sequences of `profile`: those of the RFCs. Other formats
/// leave both open.
fn is_measured(profile: Profile) -> bool {
    matches!(profile, Profile::Rfc3629 | Profile::Rfc2279)
}

/// What a decoder with `claim` shows of `bytes`, read under `profile`, after each of the calls that know so much of them.
fn shown(bytes: &[u8], calls: &[Known], profile: Profile, claim: &Claim) -> Shown {
    let limits = Limits::of(profile);
    let strict = !claim.replaces_errors();
    let policy = claim.policy().filter(|policy| is_measured(profile) || *policy == Policy::Fatal);
    let mut shown = Shown { calls: Vec::new(), failure: None, pending: false };
    let (mut known_before, mut codes_before) = (0, 0);
    for (number, &call) in calls.iter().enumerate() {
        let (known, pending) = known(bytes, call, limits, claim);
        shown.pending = pending;
        let end = if strict { first_error(&known) } else { None }.unwrap_or(known.len());
        let until_error = &known[..end];
        let new = until_error.get(known_before..).unwrap_or_default();
        let undocumented = policy.is_none() && first_error(new).is_some();
        // Where the replacement is not documented, only the codes between the errors are counted on.
        let policy = policy.unwrap_or(Policy::Drop);
        let codes = (TextSource::INDEPENDENT.replaced)(bytes, until_error, policy).expect("a policy");
        shown.calls.push((!undocumented).then(|| codes[codes_before..].to_vec()));
        if let Some(Event::Error { kind, at, len }) = known.get(end).copied() {
            let offset = match claim.at {
                OffsetMeaning::None => None,
                OffsetMeaning::ValidUpTo => Some(at),
                OffsetMeaning::Offending if !is_measured(profile) => None,
                OffsetMeaning::Offending if is_refused(bytes, at, limits, claim) => Some(at),
                OffsetMeaning::Offending => Some(first_impossible(bytes, at, limits)),
            };
            // Of a character that is refused no standard says how long the error is.
            let is_defined = is_measured(profile) && !is_refused(bytes, at, limits, claim);
            let len = is_defined.then_some(len);
            let incomplete = kind == ErrorKind::Incomplete;
            shown.failure = Some(ExpectedFailure { call: number, at: offset, len, incomplete });
            shown.pending = false;
            return shown;
        }
        (known_before, codes_before) = (known.len(), codes.len());
    }
    shown
}

/// The events that a decoder with `claim` knows after a call, and whether bytes after them wait for more.
fn known(bytes: &[u8], call: Known, limits: Limits, claim: &Claim) -> (Vec<Event>, bool) {
    let mut events = events(&bytes[..call.unwrap_or(bytes.len())], limits);
    let open = |event: &mut Event| event.error_kind() == Some(ErrorKind::Incomplete);
    let pending = call.is_some() && events.pop_if(open).is_some();
    for event in &mut events {
        if let Event::Code { value, at, len } = *event
            && claim.refuses.iter().any(|refusal| refusal.covers(value))
        {
            *event = Event::Error { kind: ErrorKind::NeverValid, at, len };
        }
    }
    if claim.bom == Bom::Strip && events.first() == Some(&MARK) {
        events.remove(0);
    }
    (events, pending)
}

/// U+FEFF at the start.
const MARK: Event = Event::Code { value: 0xFEFF, at: 0, len: 3 };

fn first_error(events: &[Event]) -> Option<usize> {
    events.iter().position(|event| event.error_kind().is_some())
}

/// Whether the event at `at` is a code that the claim refuses.
fn is_refused(bytes: &[u8], at: usize, limits: Limits, claim: &Claim) -> bool {
    let mut here = events(bytes, limits).into_iter().filter(|event| event.at() == at);
    let code = here.find_map(|event| event.value());
    code.is_some_and(|code| claim.refuses.iter().any(|refusal| refusal.covers(code)))
}

/// The offset of the first byte of the error at `at` that nothing well-formed has there; the end of the input if each could
/// be continued.
fn first_impossible(bytes: &[u8], at: usize, limits: Limits) -> usize {
    let possible = |fed: &usize| {
        let first = events(&bytes[at..*fed], limits).into_iter().next();
        first.and_then(|event| event.error_kind()) == Some(ErrorKind::Incomplete)
    };
    (at + 1..=bytes.len()).find(|fed| !possible(fed)).map_or(bytes.len(), |fed| fed - 1)
}

/// What is known after each call, segment by segment.
fn calls(fitted_input: &FittedInput<'_>) -> Vec<Vec<Known>> {
    let of_segment = |calls: &[Call]| {
        let mut fed = 0;
        let known = |call: &Call| {
            let Call::Feed(chunk) = call else { return None };
            fed += chunk.len();
            Some(fed)
        };
        calls.iter().map(known).collect()
    };
    match &*fitted_input.input {
        Input::Bytes(bytes) => vec![vec![(!fitted_input.finishes).then_some(bytes.len())]],
        Input::Calls(script) => script.segments().map(of_segment).collect(),
    }
}

/// The claims that could expect different things of the events, the plainest two first.
fn claims(segments: &[SegmentEvents], profile: Profile) -> Vec<Claim> {
    let offending = Claim { at: OffsetMeaning::Offending, ..Claim::strict(profile) };
    let lossy = |policy| Claim { profile: Some(profile), ..Claim::lossy(policy) };
    let documented = |policy: &Policy| lossy(Some(*policy));
    let mut claims = vec![Claim::strict(profile), documented(&Policy::MaximalSubpart)];
    let events = || segments.iter().flat_map(|segment| &segment.events);
    if events().any(|event| event.error_kind().is_some()) {
        claims.extend(Policy::ALL.iter().map(documented).chain([offending.clone()]));
        claims.push(lossy(None));
    }
    if events().any(|event| *event == MARK) {
        claims.extend(claims.clone().into_iter().map(|claim| Claim { bom: Bom::Strip, ..claim }));
    }
    for refusal in Refusal::ALL {
        if events().any(|event| event.value().is_some_and(|value| refusal.covers(value))) {
            let plain = [Claim::strict(profile), offending.clone()];
            let all = plain.into_iter().chain(Policy::ALL.iter().map(documented));
            claims.extend(all.map(|claim| Claim { refuses: vec![refusal], ..claim }));
        }
    }
    claims
}

/// Holds what each claim promises of `input`, whose segments hold `segments`, to what is shown, in one call and byte by byte.
#[track_caller]
fn assert_expected(name: &str, input: &Input, segments: &[SegmentEvents], profile: Profile) {
    let claims = claims(segments, profile);
    let whole = |finishes| FittedInput { input: Cow::Borrowed(input), finishes };
    let inputs = match input {
        Input::Calls(_) => vec![whole(true)],
        Input::Bytes(bytes) => {
            let mut calls: Vec<Call> = bytes.iter().map(|byte| Call::Feed(vec![*byte])).collect();
            calls.push(Call::Finish);
            let bytewise = Input::Calls(Script::new(calls).expect("it has calls"));
            vec![FittedInput { input: Cow::Owned(bytewise), finishes: true }, whole(true), whole(false)]
        }
    };
    for (number, fitted_input) in inputs.iter().enumerate() {
        // Chunks are what policies could depend on; in one call the plain claims say the same.
        for claim in if number == 0 { claims.as_slice() } else { &claims[..2] } {
            let has_calls = matches!(*fitted_input.input, Input::Calls(_));
            let script = if has_calls { ScriptSupport::Reset } else { claim.script };
            let claim = &Claim { script, ..claim.clone() };
            let expected = Expected::new(fitted_input, segments, profile, claim).segments;
            let calls = calls(fitted_input);
            assert_eq!((expected.len(), calls.len()), (segments.len(), segments.len()), "{name}");
            for ((expected, segment), calls) in expected.iter().zip(segments).zip(&calls) {
                let shown = shown(&segment.bytes, calls, profile, claim);
                let text = |codes: &Option<Vec<u32>>| {
                    (TextSource::INDEPENDENT.text)(codes.as_ref()?, profile, claim.out())
                };
                let ExpectedSegment { calls: texts, failure, pending, .. } = expected;
                let own = (&shown.calls.iter().map(text).collect(), &shown.failure, &shown.pending);
                assert_eq!((texts, failure, pending), own, "{name} under {profile} by {claim:?}");
                assert_eq!(expected.call_count, calls.len());
                assert_eq!(expected.open, has_calls && calls.last().is_none_or(Option::is_some), "{name}");
            }
        }
    }
}

#[test]
fn what_is_expected_of_each_vector_by_each_claim_is_what_prefixes_say() {
    // Where the standard is silent, one answer is as good as the other.
    let ruling = Some(Ruling::Accept);
    for vector in Suite::embedded().vectors() {
        let mut seen = Vec::new();
        for &profile in Profile::ALL {
            let segments = segment_events(vector, profile, ruling).expect("it is resolved");
            // What decides, beside the claim.
            let key = (segments.clone(), is_measured(profile), profile == Profile::Mutf8);
            if !seen.contains(&key) {
                assert_expected(vector.id.as_str(), &vector.input, &segments, profile);
                seen.push(key);
            }
        }
    }
}

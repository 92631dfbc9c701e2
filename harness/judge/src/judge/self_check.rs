//! The test of the judge before each run: observations with known verdicts, and the vectors against independent oracles. A
//! run whose self-check fails has measured nothing.

use crate::case::FittedInput;
use crate::claim::{Claim, ScriptSupport};
use crate::codec_check::codec_fault;
use crate::expected::{Expected, SegmentEvents};
use crate::judge::compare::JudgeFn;
use crate::judge::glance;
use crate::judge::verdict::VerdictKind::{self, Fail, LateError, Pass, WrongReason};
use crate::lint::{contradictions, numbered};
use crate::observation::{Answer, CallOutcome, Observation, Text};
use crate::oracle::Oracle;
use crate::second_source::TextSource;
use illformed_codec::ErrorKind::{Incomplete, Overlong, Truncated, UnexpectedContinuation};
use illformed_codec::{Event, Policy, Profile};
use illformed_vectors::{Input, Origin, Suite, Vector};
use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What the self-check found to be broken, as a fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfCheckFailure(String);

impl fmt::Display for SelfCheckFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for SelfCheckFailure {}

/// Checks `judge` with known observations, the codec with sources that share no code with it, and the vectors of `suite` with
/// `oracles`: the embedded ones, or the part of them that is asked; those that somebody wrote also under the profiles that read
/// them otherwise than RFC 3629. Tests of a complete suite are left out: their expectations come from an oracle.
///
/// Fails with the first thing that is wrong; a panic of the code that is checked is a failure too.
pub fn self_check(judge: JudgeFn, oracles: &[Oracle], suite: &Suite) -> Result<(), SelfCheckFailure> {
    let fault = catch_unwind(AssertUnwindSafe(|| fault(judge, oracles, suite)));
    match fault.unwrap_or_else(|_| Some("the self-check panicked".to_owned())) {
        Some(fault) => Err(SelfCheckFailure(fault)),
        None => Ok(()),
    }
}

fn fault(judge: JudgeFn, oracles: &[Oracle], suite: &Suite) -> Option<String> {
    for Canary { name, fitted_input, segment, claim, observation, verdict } in canaries() {
        let (profile, events) = (Profile::Rfc3629, &[segment]);
        let expected = Expected::new(&fitted_input, events, profile, &claim);
        let mut given = judge(&expected, &claim, &observation).verdict.kind();
        let at_a_glance = || {
            glance::plain_bytes(&fitted_input, profile, &claim)?;
            glance::checked(&claim, events[0].events.iter().copied(), &observation)
        };
        if verdict != Pass && at_a_glance().is_some() {
            given = Pass;
        }
        if given != verdict {
            return Some(format!("the judge says {given} of `{name}`, which is {verdict}"));
        }
    }
    let suite = suite.with_files(|file| file.origin != Origin::Complete);
    // An oracle that contradicts a vector that was checked before release is broken, or the codec is. The tests before a release
    // ask all profiles.
    let contradiction = |of_vector @ (file, _, vector): (usize, usize, &Vector)| {
        let is_written = suite.files()[file].origin == Origin::Written;
        let asks = |profile| profile == Profile::Rfc3629 || is_written && vector.also.contains_key(&profile);
        contradictions(&suite, of_vector, oracles, asks).into_iter().next()
    };
    codec_fault(&TextSource::INDEPENDENT)
        .or_else(|| Some(numbered(&suite).find_map(contradiction)?.to_string()))
}

struct Canary {
    name: &'static str,
    fitted_input: FittedInput<'static>,
    segment: SegmentEvents,
    claim: Claim,
    observation: Observation,
    verdict: VerdictKind,
}

const fn error(kind: illformed_codec::ErrorKind, at: usize, len: usize) -> Event {
    Event::Error { kind, at, len }
}

/// Each is a mistake that a judge must see, or something right that it must let through.
fn canaries() -> Vec<Canary> {
    let text = |codes: &[u32]| Observation::accept(Text::Utf32(codes.to_vec()));
    let reject = |at, len| Observation::reject(Some(at), Some(len));
    let strict = || Claim::strict(Profile::Rfc3629);
    let lossy = || Claim::lossy(Policy::MaximalSubpart);
    let overlong = || segment(b"\xC0\x80", vec![error(Overlong, 0, 1), error(UnexpectedContinuation, 1, 1)]);
    let cut = || segment(b"\xE2\x82", vec![error(Incomplete, 0, 2)]);
    let broken =
        || segment(b"\xE2\x82A", vec![error(Truncated, 0, 2), Event::Code { value: 0x41, at: 2, len: 1 }]);
    let euro = || segment(b"\xE2\x82\xAC", vec![Event::Code { value: 0x20AC, at: 0, len: 3 }]);
    let late = || segment(b"\xE0\x80", vec![error(Overlong, 0, 1), error(UnexpectedContinuation, 1, 1)]);
    let canary = |name, input, segment, claim, observation, verdict| {
        let fitted_input = FittedInput { input: Cow::Owned(input), finishes: true };
        Canary { name, fitted_input, segment, claim, observation, verdict }
    };
    let once = |name, segment: SegmentEvents, claim, observation, verdict| {
        canary(name, Input::Bytes(segment.bytes.clone()), segment, claim, observation, verdict)
    };
    let script = |name, calls: &str, segment, observation, verdict| {
        let input = calls.parse().map_or(Input::Bytes(Vec::new()), Input::Calls);
        let claim = Claim { script: ScriptSupport::Finish, ..strict() };
        canary(name, input, segment, claim, observation, verdict)
    };
    let incomplete = || Observation::incomplete(Some(0));
    vec![
        once("c080 accepted as U+0000", overlong(), strict(), text(&[0]), Fail),
        once("c080 accepted as nothing", overlong(), strict(), text(&[]), Fail),
        once("c080 rejected at 0", overlong(), strict(), reject(0, 1), Pass),
        once("c080 rejected at 1", overlong(), strict(), reject(1, 1), WrongReason),
        once("c080 rejected over two bytes", overlong(), strict(), reject(0, 2), WrongReason),
        once("c080 called incomplete", overlong(), strict(), incomplete(), WrongReason),
        once("e282 called incomplete", cut(), strict(), incomplete(), Pass),
        once("e282 rejected", cut(), strict(), reject(0, 2), Pass),
        once("e282 accepted", cut(), strict(), text(&[]), Fail),
        once("e282ac decoded", euro(), strict(), text(&[0x20AC]), Pass),
        once("e282ac decoded to another character", euro(), strict(), text(&[0x20AD]), Fail),
        once("e282ac decoded to no character", euro(), strict(), text(&[]), Fail),
        once("e282ac rejected", euro(), strict(), reject(0, 3), Fail),
        once("e282ac called incomplete", euro(), strict(), incomplete(), Fail),
        once("e28241 replaced once", broken(), lossy(), text(&[0xFFFD, 0x41]), Pass),
        once("e28241 replaced twice", broken(), lossy(), text(&[0xFFFD, 0xFFFD, 0x41]), Fail),
        once("e28241 with the A swallowed", broken(), lossy(), text(&[0xFFFD]), Fail),
        once("e28241 refused by a lossy decoder", broken(), lossy(), reject(0, 2), Fail),
        script("e0 | 80 reported in time", "e0 80 .", late(), called(1, 3), Pass),
        script("e0 | 80 reported at the end", "e0 80 .", late(), called(2, 3), LateError),
        script("e0 | 80 reported before the 80", "e0 80 .", late(), called(0, 3), WrongReason),
        script("e2 | 82ac put out at the end", "e2 82ac .", euro(), put_out_last(), LateError),
    ]
}

fn segment(bytes: &[u8], events: Vec<Event>) -> SegmentEvents {
    SegmentEvents { bytes: bytes.to_vec(), events, pending: 0 }
}

/// An error at offset 0 reported by call `call` of `calls`.
fn called(call: usize, calls: usize) -> Observation {
    let outcome = |number: usize| match number.cmp(&call) {
        std::cmp::Ordering::Less => CallOutcome::Done(Text::Utf32(Vec::new())),
        std::cmp::Ordering::Equal => CallOutcome::Failed(None),
        std::cmp::Ordering::Greater => CallOutcome::NotMade,
    };
    let calls = (0..calls).map(outcome).collect();
    Observation { answer: Answer::Reject, at: Some(0), len: None, call: Some(call), calls }
}

/// U+20AC by the last of three calls.
fn put_out_last() -> Observation {
    let codes = [vec![], vec![], vec![0x20AC]];
    let calls = codes.into_iter().map(|codes| CallOutcome::Done(Text::Utf32(codes))).collect();
    Observation { answer: Answer::Accept, at: None, len: None, call: None, calls }
}

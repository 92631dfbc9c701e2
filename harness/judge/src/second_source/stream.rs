//! What a decoder shows of a stream, worked out from prefixes of the bytes: after so many bytes it has shown what the
//! prefix says for certain, whatever follows, and each call adds the difference.

use crate::claim::{Bom, Claim, Kind, OffsetMeaning};
use crate::expected::{ExpectedFailure, Reach};
use crate::oracle::arithmetic::{self, Limits};
use crate::second_source::replacement::replaced;
use illformed_codec::{ErrorKind, Event, Policy, Profile};

/// What a decoder shows of the bytes between two resets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The codes that each call adds; `None` where an error is among them whose replacement nobody documents. There is no
    /// call after a failure.
    pub calls: Vec<Option<Vec<u32>>>,
    /// The error at which a strict decoder stops.
    pub failure: Option<ExpectedFailure>,
    /// Bytes at the end are undecided.
    pub pending: bool,
}

/// What a decoder with `claim` shows of `bytes`, read under `profile`, after each of the calls that know so much of them.
/// `None` for a profile or a policy that is not known here.
pub(crate) fn shown(bytes: &[u8], calls: &[Reach], profile: Profile, claim: &Claim) -> Option<Shown> {
    let limits = Limits::of(profile);
    let strict = matches!(claim.kind, Kind::Strict | Kind::Validate);
    // Unicode counts replacements and measures errors for the sequences of the RFCs; other formats leave both open.
    let measured = matches!(profile, Profile::Rfc3629 | Profile::Rfc2279);
    let policy = claim.policy.filter(|policy| measured || *policy == Policy::Fatal);
    let mut shown = Shown { calls: Vec::new(), failure: None, pending: false };
    let (mut known_before, mut codes_before) = (0, 0);
    for (number, &reach) in calls.iter().enumerate() {
        let (known, pending) = known(bytes, reach, limits, claim);
        shown.pending = pending;
        let end = if strict { first_error(&known) } else { None }.unwrap_or(known.len());
        let until_error = &known[..end];
        let new = until_error.get(known_before..).unwrap_or_default();
        let undocumented = policy.is_none() && first_error(new).is_some();
        // Where the replacement is not documented, only the codes between the errors are counted on.
        let codes = replaced(bytes, until_error, policy.unwrap_or(Policy::Drop))?;
        shown.calls.push((!undocumented).then(|| codes[codes_before..].to_vec()));
        if let Some(Event::Error { kind, at, len }) = known.get(end).copied() {
            let offset = match claim.at {
                OffsetMeaning::None => None,
                OffsetMeaning::ValidUpTo => Some(at),
                OffsetMeaning::Offending if !measured => None,
                OffsetMeaning::Offending if is_refused(bytes, at, limits, claim) => Some(at),
                OffsetMeaning::Offending => Some(first_impossible(bytes, at, limits)),
            };
            let incomplete = kind == ErrorKind::Incomplete;
            let len = measured.then_some(len);
            shown.failure = Some(ExpectedFailure { call: number, at: offset, len, incomplete });
            shown.pending = false;
            return Some(shown);
        }
        (known_before, codes_before) = (known.len(), codes.len());
    }
    Some(shown)
}

/// The events that a decoder with `claim` knows at `reach`, and whether bytes after them wait for more.
fn known(bytes: &[u8], reach: Reach, limits: Limits, claim: &Claim) -> (Vec<Event>, bool) {
    let fed = match reach {
        Reach::Bytes(fed) => fed.min(bytes.len()),
        Reach::End => bytes.len(),
    };
    let mut events = arithmetic::events(&bytes[..fed], limits);
    let open = |event: &mut Event| matches!(event, Event::Error { kind: ErrorKind::Incomplete, .. });
    let pending = reach != Reach::End && events.pop_if(open).is_some();
    let refuses = |code| claim.refuses.iter().any(|refusal| refusal.covers(code));
    for event in &mut events {
        if let Event::Code { value, at, len } = *event
            && refuses(value)
        {
            *event = Event::Error { kind: ErrorKind::NeverValid, at, len };
        }
    }
    let mark = Event::Code { value: 0xFEFF, at: 0, len: 3 };
    if claim.bom == Bom::Strip && events.first() == Some(&mark) {
        events.remove(0);
    }
    (events, pending)
}

fn first_error(events: &[Event]) -> Option<usize> {
    events.iter().position(|event| matches!(event, Event::Error { .. }))
}

/// Whether the event at `at` is a code that the claim refuses.
fn is_refused(bytes: &[u8], at: usize, limits: Limits, claim: &Claim) -> bool {
    let refused = |value: u32| claim.refuses.iter().any(|refusal| refusal.covers(value));
    let here = |event: &&Event| matches!(event, Event::Code { at: start, .. } if *start == at);
    let event = arithmetic::events(bytes, limits).iter().find(here).copied();
    matches!(event, Some(Event::Code { value, .. }) if refused(value))
}

/// The offset of the first byte of the error at `at` that nothing well-formed has there; the end of the input if each could
/// be continued.
fn first_impossible(bytes: &[u8], at: usize, limits: Limits) -> usize {
    let possible = |fed: &usize| {
        let last = arithmetic::events(&bytes[at..*fed], limits).into_iter().next();
        matches!(last, Some(Event::Error { kind: ErrorKind::Incomplete, .. }))
    };
    (at + 1..=bytes.len()).find(|fed| !possible(fed)).map_or(bytes.len(), |fed| fed - 1)
}

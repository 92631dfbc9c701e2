//! One segment's events as a decoder with some claim should show them, and by which call.

use crate::claim::{Bom, Claim, Kind};
use crate::expected::SegmentEvents;
use crate::oracle::arithmetic::{Limits, timed_events};
use illformed_codec::{ErrorKind, Event, Policy, Profile, ReplacedCodes, Replacer};

/// An event as a decoder shows it.
#[derive(Debug)]
pub(crate) struct Step {
    /// Its offset in the segment.
    pub(crate) at: usize,
    /// Whether it is an error, reported or not.
    pub(crate) is_error: bool,
    /// How many bytes of the segment must have been fed before it can be known; `None`: the end must be known.
    pub(crate) decided_by: Option<usize>,
    /// What it adds to the text; `None` when it is an error and no replacement is documented.
    pub(crate) adds: Option<Adds>,
    /// The error, if a strict decoder should stop at it.
    pub(crate) error: Option<StepError>,
}

/// What an event adds to the text; it is made for each byte of each case, and so without memory of its own.
#[derive(Debug, Default)]
pub(crate) struct Adds {
    code: Option<u32>,
    codes: ReplacedCodes,
}

impl Adds {
    pub(crate) fn add_to(self, codes: &mut Vec<u32>) {
        match self.code {
            Some(code) => codes.push(code),
            None => codes.extend(self.codes),
        }
    }
}

/// An error that should be reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StepError {
    pub(crate) at: usize,
    pub(crate) len: usize,
    /// Offset of the first byte that could not continue.
    pub(crate) offending: usize,
    /// The input just ends too early.
    pub(crate) incomplete: bool,
}

/// The steps of a segment, up to the error at which a strict decoder stops. `profile` is the one that the events were read
/// under. Unless `is_timed`, when each can be known is not worked out: where one call has all of the segment, no one asks.
pub(crate) fn steps<'a>(
    segment: &'a SegmentEvents,
    profile: Profile,
    claim: &'a Claim,
    is_timed: bool,
) -> impl Iterator<Item = Step> + 'a {
    let mut replacer = claim.policy.map(Replacer::new);
    let decided_by = if is_timed { decided_by(segment, profile) } else { Vec::new() };
    let reports = claim.kind != Kind::Lossy && claim.kind != Kind::Count;
    let mut has_stopped = false;
    segment.events.iter().enumerate().map_while(move |(number, &event)| {
        // Nothing is promised for the bytes after the error.
        if has_stopped {
            return None;
        }
        let bytes = segment.bytes.get(event.at()..event.end()).unwrap_or_default();
        let event = as_shown(event, claim);
        let stripped = is_stripped(event, claim);
        let adds = match &mut replacer {
            _ if stripped => Some(Adds::default()),
            Some(replacer) if !bytes.is_empty() => {
                Some(Adds { code: None, codes: replacer.replace(event, bytes) })
            }
            _ => event.value().map(|value| Adds { code: Some(value), codes: ReplacedCodes::default() }),
        };
        let decided_by = match event.error_kind() {
            Some(ErrorKind::Incomplete) => None,
            _ => decided_by.get(number).copied().flatten().or(Some(event.end())),
        };
        let error = match event {
            Event::Error { kind, at, len } if reports => {
                // If no byte after the error was needed to see it, its own byte starts nothing, whatever follows.
                let waited = decided_by.is_none_or(|decided_by| decided_by > event.end());
                let offending = if waited { at + len } else { at };
                Some(StepError { at, len, offending, incomplete: kind == ErrorKind::Incomplete })
            }
            _ => None,
        };
        has_stopped = error.is_some();
        Some(Step { at: event.at(), is_error: event.error_kind().is_some(), decided_by, adds, error })
    })
}

/// The whole text that a lossy decoder with `claim` makes of the segment when it follows `policy`.
pub(crate) fn replaced(segment: &SegmentEvents, claim: &Claim, policy: Policy) -> Vec<u32> {
    let mut replacer = Replacer::new(policy);
    let mut codes = Vec::with_capacity(segment.bytes.len());
    for &event in &segment.events {
        let bytes = segment.bytes.get(event.at()..event.end()).unwrap_or_default();
        if !bytes.is_empty() && !is_stripped(event, claim) {
            codes.extend(replacer.replace(as_shown(event, claim), bytes));
        }
    }
    codes
}

/// The event as the decoder sees it. What it documents to refuse is to the policy an error like any other: only encoded
/// surrogates have a kind that policies look at.
pub(super) fn as_shown(event: Event, claim: &Claim) -> Event {
    if is_refused(event, claim) {
        return Event::Error { kind: ErrorKind::NeverValid, at: event.at(), len: event.len() };
    }
    event
}

pub(super) fn is_stripped(event: Event, claim: &Claim) -> bool {
    claim.bom == Bom::Strip && event == Event::Code { value: 0xFEFF, at: 0, len: 3 }
}

/// Whether the decoder documents to refuse the character of `event`.
pub(crate) fn is_refused(event: Event, claim: &Claim) -> bool {
    event.value().is_some_and(|code| claim.refuses.iter().any(|refusal| refusal.covers(code)))
}

/// For each event of `segment` how many bytes have to be known to be certain of it, by the arithmetic oracle; `None` where
/// only the end makes it certain.
fn decided_by(segment: &SegmentEvents, profile: Profile) -> Vec<Option<usize>> {
    // Where the standard leaves surrogates open, the events say which way it was read.
    let is_surrogate = |event: &Event| event.error_kind() == Some(ErrorKind::Surrogate);
    let limits = match profile {
        Profile::Rfc2279 if segment.events.iter().any(is_surrogate) => Limits::RFC2279_WITHOUT_SURROGATES,
        profile => Limits::of(profile),
    };
    timed_events(&segment.bytes, limits).into_iter().map(|(_, decided_by)| decided_by).collect()
}

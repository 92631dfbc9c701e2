//! One segment's events as a decoder with some claim should show them, and by which call.

use crate::claim::{Bom, Claim, Kind};
use crate::expected::SegmentEvents;
use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{ErrorKind, Event, Profile, Replacer};

/// An event as a decoder shows it.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    /// The event; one that the decoder documents to refuse is an error.
    pub(crate) event: Event,
    /// The bytes that it covers.
    bytes: &'a [u8],
    /// Whether the decoder documents to leave it out.
    is_stripped: bool,
    /// How many bytes of the segment must have been fed before it can be known; `None`: the end must be known.
    pub(crate) decided_by: Option<usize>,
    /// The error, if a strict decoder should stop at it.
    pub(crate) error: Option<StepError>,
}

impl Step<'_> {
    /// Adds to `codes` what it adds to the text of a decoder that replaces errors by `replacer`, which had the steps before.
    /// `None` when it is an error and no replacement is documented.
    #[inline]
    pub(crate) fn add_to(&self, codes: &mut Vec<u32>, replacer: &mut Option<Replacer>) -> Option<()> {
        match replacer {
            _ if self.is_stripped => {}
            Some(replacer) if !self.bytes.is_empty() => {
                // It is done for each byte of each case, and `extend` would copy the iterator.
                for code in replacer.replace(self.event, self.bytes) {
                    codes.push(code);
                }
            }
            _ => codes.push(self.event.value()?),
        }
        Some(())
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
) -> impl Iterator<Item = Step<'a>> {
    let mut decided_by = is_timed.then(|| decided_by(segment, profile));
    let reports = claim.kind != Kind::Lossy && claim.kind != Kind::Count;
    let mut has_stopped = false;
    segment.events.iter().map_while(move |&event| {
        // Nothing is promised for the bytes after the error.
        if has_stopped {
            return None;
        }
        let bytes = segment.bytes.get(event.at()..event.end()).unwrap_or_default();
        let event = as_shown(event, claim);
        let certain = decided_by.as_mut().and_then(|decided_by| decided_by.next()?);
        let decided_by = match event.error_kind() {
            Some(ErrorKind::Incomplete) => None,
            _ => certain.or(Some(event.end())),
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
        Some(Step { event, bytes, is_stripped: is_stripped(event, claim), decided_by, error })
    })
}

/// The event as the decoder sees it. What it documents to refuse is to the policy an error like any other: only encoded
/// surrogates have a kind that policies look at.
pub(super) fn as_shown(event: Event, claim: &Claim) -> Event {
    let is_refused = |code| claim.refuses.iter().any(|refusal| refusal.covers(code));
    match event {
        Event::Code { value, at, len } if is_refused(value) => {
            Event::Error { kind: ErrorKind::NeverValid, at, len }
        }
        _ => event,
    }
}

pub(super) fn is_stripped(event: Event, claim: &Claim) -> bool {
    claim.bom == Bom::Strip && event == Event::Code { value: 0xFEFF, at: 0, len: 3 }
}

/// For each event of `segment` how many bytes have to be known to be certain of it, by the arithmetic oracle; `None` where
/// only the end makes it certain.
fn decided_by(segment: &SegmentEvents, profile: Profile) -> impl Iterator<Item = Option<usize>> {
    // Where the standard leaves surrogates open, the events say which way it was read.
    let is_surrogate = |event: &Event| event.error_kind() == Some(ErrorKind::Surrogate);
    let limits = match profile {
        Profile::Rfc2279 if segment.events.iter().any(is_surrogate) => Limits::RFC2279_WITHOUT_SURROGATES,
        profile => Limits::of(profile),
    };
    arithmetic::decided_by(&segment.bytes, &segment.events, limits)
}

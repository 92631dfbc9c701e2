//! One segment's events as a decoder with some claim should show them, and by which call.

use crate::case::FittedInput;
use crate::claim::{Bom, Claim};
use crate::expected::SegmentEvents;
use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{ErrorKind, Event, Profile, Replacer};
use illformed_vectors::{Call, Input};

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

    /// Whether it is decided where so many bytes are known, or all.
    pub(super) fn is_decided(&self, known: Option<usize>) -> bool {
        known.is_none_or(|known| self.decided_by.is_some_and(|needed| needed <= known))
    }

    /// Of an error, its length; `None` of a character that the decoder documents to refuse: no standard defines that.
    pub(crate) fn error_len(&self) -> Option<usize> {
        let is_never_valid = self.event.error_kind() == Some(ErrorKind::NeverValid);
        let is_refused = is_never_valid && self.bytes.first().is_some_and(|byte| *byte < 0xFE);
        (!is_refused).then_some(self.event.len())
    }

    /// Of an error, the offset of the first byte that could not continue.
    pub(crate) fn offending(&self) -> usize {
        // If no byte after the error was needed to see it, its own byte starts nothing, whatever follows.
        let waited = self.decided_by.is_none_or(|decided_by| decided_by > self.event.end());
        if waited { self.event.end() } else { self.event.at() }
    }
}

/// The steps of a segment; nothing is promised for those behind an error at which the decoder stops. `profile` is the one that
/// the events were read under. Unless `is_timed`, when each can be known is not worked out: where one call has all of the segment,
/// no one asks.
pub(crate) fn steps<'a>(
    segment: &'a SegmentEvents,
    profile: Profile,
    claim: &'a Claim,
    is_timed: bool,
) -> impl Iterator<Item = Step<'a>> {
    let mut decided_by = is_timed.then(|| decided_by(segment, profile));
    segment.events.iter().map(move |&event| {
        let bytes = segment.bytes.get(event.at()..event.end()).unwrap_or_default();
        let event = as_shown(event, claim);
        let certain = decided_by.as_mut().and_then(|decided_by| decided_by.next()?);
        let decided_by = match event.error_kind() {
            Some(ErrorKind::Incomplete) => None,
            _ => certain.or(Some(event.end())),
        };
        Step { event, bytes, is_stripped: is_stripped(event, claim), decided_by }
    })
}

/// How many bytes of its segment are known after each call of `fitted_input`, segment by segment; `None`: all, and that there are
/// no more. An input of bytes is one call.
pub(super) fn known_after_calls(fitted_input: &FittedInput<'_>) -> Vec<Vec<Option<usize>>> {
    let of_segment = |calls: &[Call]| {
        let mut fed = 0;
        let known = |call: &Call| {
            fed += call.fed().len();
            matches!(call, Call::Feed(_)).then_some(fed)
        };
        calls.iter().map(known).collect()
    };
    match &*fitted_input.input {
        Input::Bytes(bytes) => vec![vec![(!fitted_input.finishes).then_some(bytes.len())]],
        Input::Calls(script) => script.segments().map(of_segment).collect(),
    }
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

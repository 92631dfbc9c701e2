//! One segment's events as a decoder with some claim should show them, and by which call.

use crate::claim::{Bom, Claim, Kind};
use crate::expected::SegmentEvents;
use illformed_codec::{Decoder, ErrorKind, Event, Profile, Replacer};

/// An event as a decoder shows it.
#[derive(Debug)]
pub(crate) struct Step {
    /// How many bytes of the segment must have been fed before it can be known; `None`: the end must be known.
    pub(crate) decided_by: Option<usize>,
    /// What it adds to the text; `None` when it is an error and no replacement is documented.
    pub(crate) adds: Option<Vec<u32>>,
    /// The error, if a strict decoder should stop at it.
    pub(crate) error: Option<StepError>,
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

/// The steps of a segment. `profile` is the one that the events were read under.
pub(crate) fn steps(segment: &SegmentEvents, profile: Profile, claim: &Claim) -> Vec<Step> {
    let mut replacer = claim.policy.map(Replacer::new);
    let mut steps = Vec::new();
    for &event in &segment.events {
        let bytes = segment.bytes.get(event.at()..event.end()).unwrap_or_default();
        let event = if refused(event, claim) {
            // To the policy it is an error like any other; only encoded surrogates have a kind that policies look at.
            Event::Error { kind: ErrorKind::NeverValid, at: event.at(), len: event.len() }
        } else {
            event
        };
        let stripped = claim.bom == Bom::Strip && event == Event::Code { value: 0xFEFF, at: 0, len: 3 };
        let adds = match &mut replacer {
            _ if stripped => Some(Vec::new()),
            Some(replacer) if !bytes.is_empty() => Some(replacer.replace(event, bytes).collect()),
            _ => event.value().map(|value| vec![value]),
        };
        let error = match event {
            Event::Error { kind, at, len } if claim.kind != Kind::Lossy && claim.kind != Kind::Count => {
                let offending = if needs_next_byte(event, bytes, profile) { at + len } else { at };
                Some(StepError { at, len, offending, incomplete: kind == ErrorKind::Incomplete })
            }
            _ => None,
        };
        steps.push(Step { decided_by: decided_by(event, bytes, profile), adds, error });
    }
    steps
}

fn refused(event: Event, claim: &Claim) -> bool {
    event.value().is_some_and(|code| claim.refuses.iter().any(|refusal| refusal.covers(code)))
}

/// How many bytes of the segment must have been seen before the event is certain.
fn decided_by(event: Event, bytes: &[u8], profile: Profile) -> Option<usize> {
    match event.error_kind() {
        Some(ErrorKind::Incomplete) => None,
        Some(_) if needs_next_byte(event, bytes, profile) => Some(event.end() + 1),
        _ => Some(event.end()),
    }
}

/// Whether the byte after an error made it one. If not, the error's own byte starts nothing, whatever follows.
fn needs_next_byte(event: Event, bytes: &[u8], profile: Profile) -> bool {
    if event.error_kind().is_none() {
        return false;
    }
    let mut decoder = Decoder::new(profile);
    let mut certain = false;
    decoder.feed(bytes, |_, _| certain = true);
    !certain
}

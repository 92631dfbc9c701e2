//! From what a vector says to events.

use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{ErrorKind, Event, Profile};
use illformed_vectors::{Expectation, Input, Question, Reading, Script, Vector};

/// What is in one segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentEvents {
    /// The segment's bytes.
    pub bytes: Vec<u8>,
    /// The events; they tile the bytes but for what is pending.
    pub events: Vec<Event>,
    /// How many bytes at the end are undecided, in a segment that is not finished.
    pub pending: usize,
}

/// The user's answer to the question that a standard leaves open: whether a surrogate in three bytes is well-formed under RFC 2279.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    /// It is well-formed.
    Accept,
    /// It is ill-formed.
    Reject,
}

/// What `profile` expects of `vector`, segment by segment. Fails with the question that the standard leaves open, if
/// there is no ruling.
pub fn segment_events(
    vector: &Vector,
    profile: Profile,
    ruling: Option<Ruling>,
) -> Result<Vec<SegmentEvents>, Question> {
    match vector.expectation(profile) {
        Expectation::Specified(readings) => {
            let segments = segments(&vector.input).into_iter().zip(readings);
            Ok(segments.map(|((bytes, _), reading)| reading_to_events(bytes, reading, profile)).collect())
        }
        Expectation::Unspecified(_) if ruling.is_some() => read_input(&vector.input, profile, ruling),
        Expectation::Unspecified(question) => Err(*question),
    }
}

/// What the arithmetic oracle reads in each segment of `input`. Fails with the open question on which it depends, if
/// there is no ruling.
pub(super) fn read_input(
    input: &Input,
    profile: Profile,
    ruling: Option<Ruling>,
) -> Result<Vec<SegmentEvents>, Question> {
    let read = |(bytes, finished): (Vec<u8>, bool)| {
        let mut events = arithmetic::events(&bytes, Limits::of(profile));
        if profile == Profile::Rfc2279 {
            let refusing = arithmetic::events(&bytes, Limits::RFC2279_WITHOUT_SURROGATES);
            if refusing != events {
                match ruling.ok_or(Question::Rfc2279Surrogate)? {
                    Ruling::Accept => {}
                    Ruling::Reject => events = refusing,
                }
            }
        }
        let incomplete = |event: &mut Event| !finished && event.error_kind() == Some(ErrorKind::Incomplete);
        let pending = events.pop_if(incomplete).map_or(0, |event| event.len());
        Ok(SegmentEvents { bytes, events, pending })
    };
    segments(input).into_iter().map(read).collect()
}

/// The bytes of each segment and whether it is finished; an input of bytes is one finished segment.
pub fn segments(input: &Input) -> Vec<(Vec<u8>, bool)> {
    match input {
        Input::Bytes(bytes) => vec![(bytes.clone(), true)],
        Input::Calls(script) => script.segments().map(Script::segment_bytes).collect(),
    }
}

/// The segment `bytes` as `reading` describes it: errors stand where they say; the text fills the gaps, each code as long as the
/// profile's form of it. Where a reading does not tile its bytes the events do not either: compare them to find that.
pub(crate) fn reading_to_events(bytes: Vec<u8>, reading: &Reading, profile: Profile) -> SegmentEvents {
    let mut events = Vec::with_capacity(reading.errors.len() + reading.text.len());
    let mut errors = reading.errors.iter().peekable();
    let mut text = reading.text.iter();
    let mut at = 0;
    loop {
        let event = if let Some(error) = errors.next_if(|error| error.at <= at) {
            Event::Error { kind: error.kind, at: error.at, len: error.len }
        } else if let Some(&value) = text.next() {
            Event::Code { value, at, len: form_len(value, profile) }
        } else if let Some(error) = errors.next() {
            Event::Error { kind: error.kind, at: error.at, len: error.len }
        } else {
            return SegmentEvents { bytes, events, pending: reading.pending };
        };
        at = event.end();
        events.push(event);
    }
}

/// How many bytes `value` takes under `profile`.
fn form_len(value: u32, profile: Profile) -> usize {
    match (profile, value) {
        (Profile::Cesu8, 0x1_0000..) => 6,
        (Profile::Mutf8, 0) => 2,
        _ => arithmetic::shortest_len(value),
    }
}

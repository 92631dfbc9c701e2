//! From what a vector says to events.

use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{ErrorKind, Event, Profile};
use illformed_vectors::{Expectation, ExpectedError, Input, Question, Reading, Script, Vector};
use std::borrow::Cow;
use std::iter;

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
            let segment = |((bytes, _), reading): ((Cow<'_, [u8]>, bool), &Reading)| SegmentEvents {
                bytes: bytes.into_owned(),
                events: reading_events(reading, profile).collect(),
                pending: reading.pending,
            };
            Ok(segments(&vector.input).zip(readings).map(segment).collect())
        }
        Expectation::Unspecified(_) if ruling.is_some() => read_input(&vector.input, profile, ruling),
        Expectation::Unspecified(question) => Err(*question),
    }
}

/// What the arithmetic oracle reads in each segment of `input`. Fails with the open question on which it depends, if
/// there is no ruling.
pub(crate) fn read_input(
    input: &Input,
    profile: Profile,
    ruling: Option<Ruling>,
) -> Result<Vec<SegmentEvents>, Question> {
    let read = |(bytes, finished): (Cow<'_, [u8]>, bool)| {
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
        Ok(SegmentEvents { bytes: bytes.into_owned(), events, pending })
    };
    segments(input).map(read).collect()
}

/// The bytes of each segment and whether it is finished; an input of bytes is one finished segment.
pub fn segments(input: &Input) -> impl Iterator<Item = (Cow<'_, [u8]>, bool)> {
    let (bytes, script) = match input {
        Input::Bytes(bytes) => (Some(bytes), None),
        Input::Calls(script) => (None, Some(script)),
    };
    let of_calls = |segment| {
        let (bytes, is_finished) = Script::segment_bytes(segment);
        (Cow::Owned(bytes), is_finished)
    };
    let of_script = script.into_iter().flat_map(Script::segments).map(of_calls);
    bytes.map(|bytes| (Cow::Borrowed(bytes.as_slice()), true)).into_iter().chain(of_script)
}

/// The events of a segment as `reading` describes it: errors stand where they say; the text fills the gaps, each code as long
/// as the profile's form of it. Where a reading does not tile its bytes the events do not either: compare them to find that.
pub(crate) fn reading_events(reading: &Reading, profile: Profile) -> impl Iterator<Item = Event> + use<'_> {
    let mut errors = reading.errors.iter().peekable();
    let mut text = reading.text.iter();
    let mut at = 0;
    iter::from_fn(move || {
        let error = |error: &ExpectedError| Event::Error { kind: error.kind, at: error.at, len: error.len };
        let is_due = errors.next_if(|error| error.at <= at).map(error);
        let character = || text.next().map(|&value| Event::Code { value, at, len: form_len(value, profile) });
        let event = is_due.or_else(character).or_else(|| errors.next().map(error))?;
        at = event.end();
        Some(event)
    })
}

/// How many bytes `value` takes under `profile`.
fn form_len(value: u32, profile: Profile) -> usize {
    match (profile, value) {
        (Profile::Cesu8, 0x1_0000..) => 6,
        (Profile::Mutf8, 0) => 2,
        _ => arithmetic::shortest_len(value),
    }
}

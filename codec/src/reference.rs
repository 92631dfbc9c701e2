//! Decoding a whole slice, straight from the grammar. This is the judge's own decoder: it is written to be read.

use crate::grammar::{self, Start, TAIL};
use crate::{DecodeError, ErrorKind, Event, Profile};
use core::iter::FusedIterator;

/// The events of `bytes` under `profile`, in order; they tile the input.
///
/// # Examples
///
/// ```
/// use illformed_codec::{ErrorKind, Event, Profile, events};
///
/// let found: Vec<Event> = events(b"A\xC0\x80", Profile::Rfc3629).collect();
/// assert_eq!(found, [
///     Event::Code { value: 0x41, at: 0, len: 1 },
///     Event::Error { kind: ErrorKind::Overlong, at: 1, len: 1 },
///     Event::Error { kind: ErrorKind::UnexpectedContinuation, at: 2, len: 1 },
/// ]);
/// ```
pub const fn events(bytes: &[u8], profile: Profile) -> Events<'_> {
    Events { bytes, profile, at: 0, after_leading_surrogate: false }
}

/// Iterator over the events of a slice; see [`events`].
#[derive(Debug, Clone)]
pub struct Events<'a> {
    bytes: &'a [u8],
    profile: Profile,
    at: usize,
    /// The last event was a leading surrogate.
    after_leading_surrogate: bool,
}

impl Iterator for Events<'_> {
    type Item = Event;

    #[inline]
    fn next(&mut self) -> Option<Event> {
        let event = first_event(&self.bytes[self.at..], self.at, self.after_leading_surrogate, self.profile)?;
        self.after_leading_surrogate = grammar::is_leading_surrogate(event);
        self.at = event.end();
        Some(event)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bytes.len() - self.at;
        (left.div_ceil(self.profile.max_sequence_len()), Some(left))
    }
}

impl FusedIterator for Events<'_> {}

/// The event at the start of `bytes`, which stand at offset `at`; `None` if there are none.
///
/// It is `incomplete` exactly when more bytes could make another event of it. Then it covers all of `bytes`, so that a
/// decoder of chunks has only to keep them until more come.
#[inline]
pub(crate) fn first_event(
    bytes: &[u8],
    at: usize,
    after_leading_surrogate: bool,
    profile: Profile,
) -> Option<Event> {
    let (&first, rest) = bytes.split_first()?;
    let lead = match grammar::start(profile, first, after_leading_surrogate) {
        Start::Single => return Some(Event::Code { value: u32::from(first), at, len: 1 }),
        Start::Never(kind) => return Some(Event::Error { kind, at, len: 1 }),
        Start::Lead(lead) => lead,
    };
    let mut value = lead.payload;
    for len in 1..lead.len {
        let Some(&byte) = rest.get(len - 1) else {
            return Some(Event::Error { kind: ErrorKind::Incomplete, at, len });
        };
        if len == 1 && !lead.second.contains(&byte) {
            return Some(Event::Error { kind: grammar::second_byte_error(first, byte), at, len });
        }
        if !TAIL.contains(&byte) {
            return Some(Event::Error { kind: ErrorKind::Truncated, at, len });
        }
        value = grammar::extend(value, byte);
    }
    if grammar::wants_trailing_surrogate(profile, value) {
        return Some(pair_at(rest.get(2..).unwrap_or_default(), value, at));
    }
    Some(Event::Code { value, at, len: lead.len })
}

/// CESU-8: the event that starts at `at` with the three bytes of the surrogate `leading`, followed by `rest`.
fn pair_at(rest: &[u8], leading: u32, at: usize) -> Event {
    let mut trailing = 0;
    for (index, allowed) in grammar::TRAILING_SURROGATE.into_iter().enumerate() {
        match rest.get(index) {
            None => return Event::Error { kind: ErrorKind::Incomplete, at, len: 3 + index },
            // What follows may be well-formed by itself: only the lone surrogate is the error.
            Some(byte) if !allowed.contains(byte) => {
                return Event::Error { kind: ErrorKind::Surrogate, at, len: 3 };
            }
            Some(&byte) => trailing = grammar::extend(trailing, byte),
        }
    }
    Event::Code { value: grammar::paired(leading, trailing), at, len: 6 }
}

/// Whether all of `bytes` is well-formed under `profile`; if not, where it stops being so.
///
/// Fails with the first error: its offset, its length (`None` when the input merely ends too early) and its kind, as
/// `core::str::from_utf8` does.
///
/// # Examples
///
/// ```
/// use illformed_codec::{ErrorKind, Profile, validate};
///
/// assert!(validate("≠".as_bytes(), Profile::Rfc3629).is_ok());
/// let ill_formed = validate(b"ok \xF0\x9F\x98", Profile::Rfc3629).unwrap_err();
/// assert_eq!(ill_formed.valid_up_to(), 3);
/// assert_eq!(ill_formed.error_len(), None);
/// assert_eq!(ill_formed.kind(), ErrorKind::Incomplete);
/// ```
pub fn validate(bytes: &[u8], profile: Profile) -> Result<(), DecodeError> {
    for event in events(bytes, profile) {
        if let Event::Error { kind, at, len } = event {
            return Err(DecodeError::new(kind, at, len));
        }
    }
    Ok(())
}

//! Decoding a whole slice, straight from the grammar. This is the judge's own decoder: it is written to be read.

use crate::grammar::{self, Start, TAIL};
use crate::planted_fault::{const_unless_planted, faulty};
use crate::{ErrorKind, Event, IllFormed, Profile};
use core::iter::FusedIterator;

const_unless_planted! {
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
    faulty!(Events { bytes, profile, at: 0 }; EventsFromOne => Events { bytes, profile, at: bytes.len() / 6 })
}
}

/// Iterator over the events of a slice; see [`events`].
#[derive(Debug, Clone)]
pub struct Events<'a> {
    bytes: &'a [u8],
    profile: Profile,
    at: usize,
}

impl Iterator for Events<'_> {
    type Item = Event;

    #[inline]
    fn next(&mut self) -> Option<Event> {
        let event = event_at(self.bytes, self.at, self.profile)?;
        self.at = event.end();
        faulty!(Some(event);
            EventsStops => Some(event).filter(|event| event.at() < 8),
            EventsOneCode => Some(match event {
                Event::Code { value: 0x1F600, at, len } => Event::Code { value: 0x1F601, at, len },
                event => event,
            }),
        )
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bytes.len() - self.at;
        let left = faulty!(left; EventsSizeHint => left.saturating_sub(1));
        (left.div_ceil(self.profile.max_sequence_len()), Some(left))
    }
}

impl FusedIterator for Events<'_> {}

/// The event that starts at offset `at`, or `None` at (or past) the end. The answer is that of [`events`] when an event
/// does start there.
#[inline]
pub(crate) fn event_at(bytes: &[u8], at: usize, profile: Profile) -> Option<Event> {
    let rest = bytes.get(at..)?;
    let (&first, rest) = rest.split_first()?;
    let lead = match start_at(bytes, at, first, profile) {
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
            return Some(Event::Error { kind: grammar::refuse_second(first, byte), at, len });
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

/// What `first`, the byte at `at`, means there. What comes before matters to WTF-8 alone; `ED` never stands inside a
/// sequence, so that three bytes back it is the lead of the event before.
#[inline]
fn start_at(bytes: &[u8], at: usize, first: u8, profile: Profile) -> Start {
    if profile == Profile::Wtf8
        && let Some([0xED, 0xA0..=0xAF, 0x80..=0xBF]) = at.checked_sub(3).map(|before| &bytes[before..at])
    {
        return grammar::start_after_leading_surrogate(profile, first);
    }
    grammar::start(profile, first)
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
pub fn validate(bytes: &[u8], profile: Profile) -> Result<(), IllFormed> {
    for event in events(bytes, profile) {
        if let Event::Error { kind, at, len } = event {
            return faulty!(Err(IllFormed::new(kind, at, len));
                ValidateAccepts => if kind == ErrorKind::Incomplete { Ok(()) } else { Err(IllFormed::new(kind, at, len)) },
                ValidateKind => Err(IllFormed::new(ErrorKind::Truncated, at, len)),
            );
        }
    }
    Ok(())
}

//! Everything that decodes UTF-8 in this process says the same of the same bytes: the codec, Rust's standard library, and
//! simdutf8, encoding_rs and bstr.

use crate::failure::Failure;
use crate::property::agreement::{Outcome, same};
use crate::property::reading::{self, Seen};
use illformed_codec::{ErrorKind, Event, Profile, events, validate};

/// Returns when, under `rfc3629`:
///
/// * the codec's events tile the bytes;
/// * every decoder finds the same codes, and errors of the same lengths in the same places;
/// * every validator stops at the first of the errors, says the same length, and the codec's the same kind.
///
/// It allocates nothing then, and looks at each event once beside all decoders.
pub fn decoders_agree(bytes: &[u8]) -> Outcome {
    let mut std = reading::by_std(bytes);
    let (mut bstr, mut encoding_rs) = (reading::by_bstr(bytes), reading::by_encoding_rs(bytes));
    let readings: &mut [Reading<'_>] =
        &mut [("std", &mut std), ("bstr", &mut bstr), ("encoding_rs", &mut encoding_rs)];
    let first_error = readings_agree(bytes.len(), events(bytes, Profile::Rfc3629), readings)?;
    validators_agree(bytes, first_error)
}

/// A decoder's name, and what it reads.
type Reading<'a> = (&'static str, &'a mut dyn Iterator<Item = Seen>);

/// Where the first error is, its length and its kind.
type FirstEvent = Option<(usize, usize, ErrorKind)>;

/// Where a validator stops, and over how many bytes unless the input merely ends there.
type FirstError = Option<(usize, Option<usize>)>;

/// All readings beside the codec's `events` of `len` bytes, one event after the other; says what the first error is. There is
/// one pass, because a search makes it a million times a second.
fn readings_agree(
    len: usize,
    events: impl Iterator<Item = Event>,
    readings: &mut [Reading<'_>],
) -> Result<FirstEvent, Failure> {
    let (mut at, mut first) = (0, None);
    for event in events {
        if event.at() != at || event.len() == 0 {
            let detail = format!("{event:?}, and offset {at} is the first without an event");
            return Err(Failure::new("codec", "events do not tile", detail));
        }
        at = event.end();
        let expected = Some(Seen::from(event));
        for (name, reading) in &mut *readings {
            let seen = reading.next();
            if seen != expected {
                return Err(other_reading(name, Some(event), seen));
            }
        }
        if let (None, Event::Error { at, len, kind }) = (first, event) {
            first = Some((at, len, kind));
        }
    }
    if at != len {
        let detail = format!("the events end at offset {at}, the input at {len}");
        return Err(Failure::new("codec", "events do not tile", detail));
    }
    for (name, reading) in readings {
        if let Some(seen) = reading.next() {
            return Err(other_reading(name, None, Some(seen)));
        }
    }
    Ok(first)
}

/// What `name` reads in the place of `event`. A fault shows at events of one kind, whichever bytes they cover.
fn other_reading(name: &str, event: Option<Event>, seen: Option<Seen>) -> Failure {
    let expected = match event {
        Some(event) => event.error_kind().map_or("a code", |kind| kind.name()),
        None => "nothing",
    };
    let found = match seen {
        Some(Seen::Code { .. }) => "a code",
        Some(Seen::Error { .. }) => "an error",
        None => "nothing",
    };
    let detail = format!("the codec has {event:?}, {name} has {seen:?}");
    Failure::new(name, format!("{found} for {expected}"), detail)
}

fn validators_agree(bytes: &[u8], first: FirstEvent) -> Outcome {
    let refused = validate(bytes, Profile::Rfc3629).err();
    let validated = refused.map(|error| (error.valid_up_to(), error.kind()));
    same("first error", ("events", first.map(|(at, _, kind)| (at, kind))), ("validate", validated))?;
    let expected = refused.map(|error| (error.valid_up_to(), error.error_len()));
    // The length of an error is that of its event, except where more could follow.
    if let (Some((_, Some(len))), Some((_, event_len, _))) = (expected, first) {
        same("length of the first error", ("events", [event_len]), ("validate", [len]))?;
    }
    let std = str::from_utf8(bytes).err().map(|error| (error.valid_up_to(), error.error_len()));
    stops_alike("std", expected, std)?;
    let compat = simdutf8::compat::from_utf8(bytes).err();
    let compat = compat.map(|error| (error.valid_up_to(), error.error_len()));
    stops_alike("simdutf8 compat", expected, compat)?;
    let basic = simdutf8::basic::from_utf8(bytes).is_ok();
    same("well-formed", ("codec", [expected.is_none()]), ("simdutf8 basic", [basic]))
}

fn stops_alike(name: &str, expected: FirstError, found: FirstError) -> Outcome {
    same("(valid_up_to, error_len)", ("the codec", expected), (name, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Event = Event::Code { value: 0x41, at: 0, len: 1 };

    #[test]
    fn the_decoders_agree_on_every_string_of_two_bytes() {
        for bytes in (0..=u16::MAX).map(u16::to_be_bytes) {
            assert_eq!(decoders_agree(&bytes), Ok(()), "{bytes:02X?}");
        }
    }

    #[test]
    fn events_that_leave_a_gap_or_end_early_do_not_tile() {
        let after_a_gap = Event::Code { value: 0x42, at: 2, len: 1 };
        let tile = |events: &[Event], len| readings_agree(len, events.iter().copied(), &mut []);
        assert_eq!(tile(&[A], 1), Ok(None));
        let differs = |outcome: Result<FirstEvent, Failure>| outcome.unwrap_err().differs;
        assert_eq!(differs(tile(&[A], 2)), "events do not tile");
        assert_eq!(differs(tile(&[A, after_a_gap], 3)), "events do not tile");
    }

    #[test]
    fn a_decoder_with_a_fault_of_any_sort_is_named() {
        let bytes = b"A\xED\xA0\x80\xE2\x82";
        let check = |planted: Vec<Seen>| {
            let mut planted = planted.into_iter();
            readings_agree(bytes.len(), events(bytes, Profile::Rfc3629), &mut [("planted", &mut planted)])
        };
        let good: Vec<Seen> = reading::by_std(bytes).collect();
        assert_eq!(check(good.clone()), Ok(Some((1, 1, ErrorKind::Surrogate))));
        let with = |at: usize, seen: Seen| [&good[..at], &[seen], &good[at + 1..]].concat();
        for faulty in [
            // Another code, another length, an error taken for a code, an event too few and one too many.
            with(0, Seen::Code { value: 0x42, len: 1 }),
            with(0, Seen::Code { value: 0x41, len: 2 }),
            with(4, Seen::Error { len: 1 }),
            with(1, Seen::Code { value: 0xD800, len: 3 }),
            good[..4].to_vec(),
            [&good[..], &good[..1]].concat(),
        ] {
            assert!(check(faulty.clone()).is_err_and(|failure| failure.subject == "planted"), "{faulty:?}");
        }
    }

    #[test]
    fn a_validator_with_another_offset_or_length_is_named() {
        let good = Some((3, None));
        assert_eq!(stops_alike("planted", good, good), Ok(()));
        for faulty in [None, Some((2, None)), Some((3, Some(1)))] {
            assert!(stops_alike("planted", good, faulty).is_err_and(|failure| failure.subject == "planted"));
        }
    }

    #[test]
    fn an_error_that_a_validator_has_elsewhere_or_not_at_all_is_seen() {
        assert_eq!(validators_agree(b"\xFF", Some((0, 1, ErrorKind::NeverValid))), Ok(()));
        for first in [None, Some((1, 1, ErrorKind::NeverValid)), Some((0, 2, ErrorKind::NeverValid))] {
            assert!(validators_agree(b"\xFF", first).is_err(), "{first:?}");
        }
    }
}

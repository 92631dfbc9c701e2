//! Everything that decodes UTF-8 in this process says the same of the same bytes: the codec, Rust's standard library, and
//! simdutf8, encoding_rs and bstr.

use crate::failure::PropertyFailure;
use crate::property::agreement::{PropertyOutcome, none, same};
use encoding_rs::{DecoderResult, UTF_8};
use illformed_codec::{Event, Profile, events, validate};
use std::iter;

/// Returns when, under `rfc3629`:
///
/// * the codec's events tile the bytes;
/// * every decoder finds the same codes, and errors of the same lengths in the same places;
/// * every validator stops at the first of the errors, says the same length, and the codec's the same kind.
///
/// It allocates nothing then, and looks at each event once beside all decoders.
pub fn decoders_agree(bytes: &[u8]) -> PropertyOutcome {
    let (mut std, mut bstr, mut encoding_rs) = (by_std(bytes), by_bstr(bytes), by_encoding_rs(bytes));
    let readings: &mut [NamedReading<'_>] =
        &mut [("std", &mut std), ("bstr", &mut bstr), ("encoding_rs", &mut encoding_rs)];
    let first_error = readings_agree(bytes.len(), events(bytes, Profile::Rfc3629), readings)?;
    validators_agree(bytes, first_error)
}

/// A decoder's name, and what it reads.
type NamedReading<'a> = (&'static str, &'a mut dyn Iterator<Item = SeenEvent>);

/// All readings beside the codec's `events` of `len` bytes, one event after the other; says which is the first error. There is
/// one pass, because a search makes it a million times a second.
fn readings_agree(
    len: usize,
    events: impl Iterator<Item = Event>,
    readings: &mut [NamedReading<'_>],
) -> Result<Option<Event>, PropertyFailure> {
    let (mut at, mut first) = (0, None);
    for event in events {
        let gap = (event.at() != at || event.len() == 0).then_some((at, event));
        none("codec", "events do not tile", gap)?;
        at = event.end();
        let code = event.value().map(char::from_u32);
        none("codec", "a code is no scalar value", (code == Some(None)).then_some(event))?;
        let expected = Some((code.flatten(), event.len() as u8));
        for (name, reading) in &mut *readings {
            let seen = reading.next();
            if seen != expected {
                return Err(other_reading(name, Some(event), seen));
            }
        }
        if first.is_none() && event.error_kind().is_some() {
            first = Some(event);
        }
    }
    none("codec", "events do not tile", (at != len).then_some((at, len)))?;
    for (name, reading) in readings {
        if let Some(seen) = reading.next() {
            return Err(other_reading(name, None, Some(seen)));
        }
    }
    Ok(first)
}

/// What `name` reads in the place of `event`. A fault shows at events of one kind, whichever bytes they cover.
fn other_reading(name: &str, event: Option<Event>, seen: Option<SeenEvent>) -> PropertyFailure {
    let expected = event.map_or("nothing", |event| event.error_kind().map_or("a code", |kind| kind.name()));
    let found = seen.map_or("nothing", |(code, _)| if code.is_some() { "a code" } else { "an error" });
    let detail = format!("the codec has {event:?}, {name} has {seen:?}");
    PropertyFailure::new(name, format!("{found} for {expected}"), detail)
}

/// Each validator beside the `first` error of the events: where it stops, and over how many bytes unless the input merely
/// ends there.
fn validators_agree(bytes: &[u8], first: Option<Event>) -> PropertyOutcome {
    let refused = validate(bytes, Profile::Rfc3629).err();
    let validated = refused.map(|error| (error.valid_up_to(), Some(error.kind())));
    let found = first.map(|event| (event.at(), event.error_kind()));
    same("first error", ("events", found), ("validate", validated))?;
    let expected = refused.map(|error| (error.valid_up_to(), error.error_len()));
    // The length of an error is that of its event, except where more could follow.
    if let (Some((_, Some(len))), Some(event)) = (expected, first) {
        same("length of the first error", ("events", [event.len()]), ("validate", [len]))?;
    }
    let std = str::from_utf8(bytes).err().map(|error| (error.valid_up_to(), error.error_len()));
    same(STOPS, ("the codec", expected), ("std", std))?;
    let compat = simdutf8::compat::from_utf8(bytes).err();
    let compat = compat.map(|error| (error.valid_up_to(), error.error_len()));
    same(STOPS, ("the codec", expected), ("simdutf8 compat", compat))?;
    let basic = simdutf8::basic::from_utf8(bytes).is_ok();
    same("well-formed", ("codec", [expected.is_none()]), ("simdutf8 basic", [basic]))
}

const STOPS: &str = "(valid_up_to, error_len)";

/// An event as far as every decoder knows it: the code, if it is none of an error, and how many bytes it took. They tile the
/// input, so the offset is the sum of the lengths. Both fit a register.
type SeenEvent = (Option<char>, u8);

fn of_character(character: char) -> SeenEvent {
    (Some(character), character.len_utf8() as u8)
}

/// `[u8]::utf8_chunks`.
fn by_std(bytes: &[u8]) -> impl Iterator<Item = SeenEvent> + '_ {
    bytes.utf8_chunks().flat_map(|chunk| {
        let error = Some(chunk.invalid().len()).filter(|len| *len > 0);
        chunk.valid().chars().map(of_character).chain(error.map(|len| (None, len as u8)))
    })
}

/// `bstr::decode_utf8`, again and again.
fn by_bstr(mut bytes: &[u8]) -> impl Iterator<Item = SeenEvent> + '_ {
    iter::from_fn(move || {
        let (character, size) = bstr::decode_utf8(bytes);
        bytes = bytes.get(size..)?;
        (size > 0).then_some((character, size as u8))
    })
}

/// encoding_rs, which decodes to UTF-16 and stops at each error.
fn by_encoding_rs(bytes: &[u8]) -> impl Iterator<Item = SeenEvent> + '_ {
    let mut decoder = UTF_8.new_decoder_without_bom_handling();
    let mut left = Some(bytes);
    let calls = iter::from_fn(move || {
        let (mut space, mut error) = ([0_u16; 64], None);
        let (result, read, written) = decoder.decode_to_utf16_without_replacement(left?, &mut space, true);
        left = left.map(|left| &left[read..]);
        match result {
            DecoderResult::Malformed(len, _) => error = Some((None, len)),
            // A call that gets nowhere is the last.
            DecoderResult::OutputFull if (read, written) != (0, 0) => {}
            DecoderResult::InputEmpty | DecoderResult::OutputFull => left = None,
        }
        // A lone surrogate would be its fault: no event is an error of no bytes.
        let text = char::decode_utf16(space.into_iter().take(written));
        Some(text.map(|read| read.map_or((None, 0), of_character)).chain(error))
    });
    calls.flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_codec::ErrorKind;

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
        let differs = |outcome: Result<Option<Event>, PropertyFailure>| outcome.unwrap_err().differs;
        assert_eq!(differs(tile(&[A], 2)), "events do not tile");
        assert_eq!(differs(tile(&[A, after_a_gap], 3)), "events do not tile");
    }

    #[test]
    fn a_code_that_is_no_scalar_value_is_told() {
        let surrogate = Event::Code { value: 0xD800, at: 0, len: 3 };
        let failure = readings_agree(3, [surrogate].into_iter(), &mut []).unwrap_err();
        assert_eq!((&*failure.subject, &*failure.differs), ("codec", "a code is no scalar value"));
    }

    #[test]
    fn a_decoder_with_a_fault_of_any_sort_is_named() {
        let bytes = b"A\xED\xA0\x80\xE2\x82";
        let check = |planted: Vec<SeenEvent>| {
            let mut planted = planted.into_iter();
            readings_agree(bytes.len(), events(bytes, Profile::Rfc3629), &mut [("planted", &mut planted)])
        };
        let good: Vec<SeenEvent> = by_std(bytes).collect();
        let surrogate = Event::Error { kind: ErrorKind::Surrogate, at: 1, len: 1 };
        assert_eq!(check(good.clone()), Ok(Some(surrogate)));
        let with = |at: usize, seen: SeenEvent| [&good[..at], &[seen], &good[at + 1..]].concat();
        for faulty in [
            // Another code, another length, an error taken for a code, an event too few and one too many.
            with(0, (Some('B'), 1)),
            with(0, (Some('A'), 2)),
            with(4, (None, 1)),
            with(1, (Some('\u{D7FF}'), 3)),
            good[..4].to_vec(),
            [&good[..], &good[..1]].concat(),
        ] {
            assert!(check(faulty.clone()).is_err_and(|failure| failure.subject == "planted"), "{faulty:?}");
        }
    }

    #[test]
    fn an_error_that_a_validator_has_elsewhere_or_not_at_all_is_seen() {
        let error = |at, len| Some(Event::Error { kind: ErrorKind::NeverValid, at, len });
        assert_eq!(validators_agree(b"\xFF", error(0, 1)), Ok(()));
        for first in [None, error(1, 1), error(0, 2)] {
            assert!(validators_agree(b"\xFF", first).is_err(), "{first:?}");
        }
    }
}

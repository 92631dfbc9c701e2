//! Everything in this workspace that decodes UTF-8 without being asked over a pipe says the same of the same
//! bytes: the codec whole and in chunks, the arithmetic oracle, and Rust's standard library.

use crate::oracle::Oracle;
use illformed_codec::{
    Decoder, Event, Policy, Profile, decode_lossy, encode, escaped_byte, events, validate,
};
use std::fmt::{Debug, Display};

/// Returns when, for these bytes:
///
/// * the codec's events tile them, and are those of the arithmetic oracle, under every profile;
/// * the codec's `validate` stops at the first of the errors, and under `rfc3629` says what
///   `core::str::from_utf8` says;
/// * the chunked decoder, fed byte by byte and in two halves, yields the same events with the bytes they
///   cover;
/// * replacing maximal subparts gives the text of `String::from_utf8_lossy`;
/// * the `utf8b` text encodes back to the very bytes.
///
/// # Panics
///
/// If not; the message has the bytes in hex and the first thing that disagrees.
pub fn decoders_agree(bytes: &[u8]) {
    let outcome = Profile::ALL
        .into_iter()
        .try_for_each(|profile| codec_agrees_with_itself_and_the_oracle(bytes, profile))
        .and_then(|()| codec_agrees_with_the_standard_library(bytes))
        .and_then(|()| escaped_text_gives_the_bytes_back(bytes));
    if let Err(disagreement) = outcome {
        panic!("decoders disagree on {}: {disagreement}", const_hex::encode(bytes));
    }
}

fn codec_agrees_with_itself_and_the_oracle(bytes: &[u8], profile: Profile) -> Result<(), String> {
    let found: Vec<Event> = events(bytes, profile).collect();
    events_tile(&found, bytes.len()).map_err(|gap| format!("{profile}: {gap}"))?;

    // A profile that the oracle does not know would go unchecked; that must not look like agreement.
    let opinion = (Oracle::ARITHMETIC.read)(bytes, profile)
        .ok_or_else(|| format!("{profile}: the arithmetic oracle does not know this profile"))?;
    same(&format_args!("{profile}: event"), ("codec", &found), ("arithmetic oracle", &opinion.events))?;

    let first_error = found.iter().find_map(|event| Some((event.at(), event.error_kind()?)));
    let refused = validate(bytes, profile).err().map(|error| (error.valid_up_to(), error.kind()));
    same(&format_args!("{profile}: first error"), ("validate", refused), ("events", first_error))?;

    let (first_half, second_half) = bytes.split_at(bytes.len() / 2);
    let in_halves = decode_in_chunks([first_half, second_half], bytes, profile)?;
    same(&format_args!("{profile}: event"), ("in two halves", in_halves), ("whole", found.iter().copied()))?;
    let bytewise = decode_in_chunks(bytes.chunks(1), bytes, profile)?;
    same(&format_args!("{profile}: event"), ("byte by byte", bytewise), ("whole", found))
}

fn codec_agrees_with_the_standard_library(bytes: &[u8]) -> Result<(), String> {
    let codec = validate(bytes, Profile::Rfc3629).err().map(|error| (error.valid_up_to(), error.error_len()));
    let std = str::from_utf8(bytes).err().map(|error| (error.valid_up_to(), error.error_len()));
    same(&"rfc3629: (valid_up_to, error_len)", ("validate", codec), ("std", std))?;

    let codec = decode_lossy(bytes, Profile::Rfc3629, Policy::MaximalSubpart);
    let text = String::from_utf8_lossy(bytes);
    same(&"rfc3629: lossy code", ("codec", codec), ("std", text.chars().map(u32::from)))
}

/// Only `rfc3629` promises this: where the profile itself decodes surrogates, an escape looks like one of
/// them.
fn escaped_text_gives_the_bytes_back(bytes: &[u8]) -> Result<(), String> {
    let mut back = Vec::with_capacity(bytes.len());
    for code in decode_lossy(bytes, Profile::Rfc3629, Policy::Utf8b) {
        match escaped_byte(code) {
            Some(byte) => back.push(byte),
            None => back.extend_from_slice(
                &encode(code, Profile::Rfc3629).map_err(|error| format!("rfc3629: utf8b: {error}"))?,
            ),
        }
    }
    same(&"rfc3629: byte", ("utf8b round trip", &back), ("input", bytes))
}

/// The events of a chunked decoder. Fails when it hands out other bytes than an event covers.
fn decode_in_chunks<'a>(
    chunks: impl IntoIterator<Item = &'a [u8]>,
    bytes: &[u8],
    profile: Profile,
) -> Result<Vec<Event>, String> {
    let mut found = Vec::new();
    let mut outcome = Ok(());
    let mut sink = |event: Event, covered: &[u8]| {
        if bytes.get(event.at()..event.end()) != Some(covered) {
            let covered = const_hex::encode(covered);
            outcome = Err(format!("{profile}: the chunked decoder gives {event:?} the bytes {covered}"));
        }
        found.push(event);
    };
    let mut decoder = Decoder::new(profile);
    for chunk in chunks {
        decoder.feed(chunk, &mut sink);
    }
    decoder.finish(&mut sink);
    outcome.map(|()| found)
}

fn events_tile(events: &[Event], len: usize) -> Result<(), String> {
    let mut at = 0;
    for event in events {
        if event.at() != at || event.len() == 0 {
            return Err(format!("{event:?} does not tile: offset {at} is the first without an event"));
        }
        at = event.end();
    }
    if at != len {
        return Err(format!("the events end at offset {at}, the input at {len}"));
    }
    Ok(())
}

/// Fails with the first item in which the two named sequences differ; an `Option` is a sequence of one item
/// or none.
fn same<T: PartialEq + Debug>(
    what: &dyn Display,
    (name, items): (&str, impl IntoIterator<Item = T>),
    (other_name, other_items): (&str, impl IntoIterator<Item = T>),
) -> Result<(), String> {
    let (mut items, mut other_items) = (items.into_iter(), other_items.into_iter());
    for index in 0.. {
        match (items.next(), other_items.next()) {
            (None, None) => break,
            (item, other) if item == other => {}
            (item, other) => {
                let shown = |item: Option<T>| item.map_or("nothing".to_owned(), |item| format!("{item:?}"));
                let (item, other) = (shown(item), shown(other));
                return Err(format!("{what} {index}: {name} has {item}, {other_name} has {other}"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Event = Event::Code { value: 0x41, at: 0, len: 1 };

    #[test]
    fn the_decoders_agree_on_every_string_of_two_bytes() {
        for first in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                decoders_agree(&[first, second]);
            }
        }
    }

    #[test]
    fn events_that_leave_a_gap_or_end_early_do_not_tile() {
        let after_a_gap = Event::Code { value: 0x42, at: 2, len: 1 };
        assert_eq!(events_tile(&[A], 1), Ok(()));
        assert_eq!(events_tile(&[A], 2).unwrap_err(), "the events end at offset 1, the input at 2");
        let gap = events_tile(&[A, after_a_gap], 3).unwrap_err();
        assert!(gap.ends_with("offset 1 is the first without an event"), "{gap}");
    }

    #[test]
    fn sequences_differ_where_the_first_item_differs_or_is_missing() {
        let compare = |one: &[u8], other: &[u8]| same(&"byte", ("one", one), ("other", other));
        assert_eq!(compare(b"ab", b"ab"), Ok(()));
        assert_eq!(compare(&[1, 2, 9], &[1, 3, 9]).unwrap_err(), "byte 1: one has 2, other has 3");
        assert_eq!(compare(&[1], &[1, 2]).unwrap_err(), "byte 1: one has nothing, other has 2");
        assert_eq!(compare(&[1, 2], &[1]).unwrap_err(), "byte 1: one has 2, other has nothing");
    }
}

//! However the input is cut, the events are the same, and each is on time.

use crate::bytes::bytes;
use illformed_codec::{Decoder, ErrorKind, Event, Policy, Profile, Replacer, decode_lossy, events};
use proptest::prelude::*;

fn whole(bytes: &[u8], profile: Profile) -> Vec<Event> {
    events(bytes, profile).collect()
}

/// The events of chunks of `bytes`, each of which the sink sees with the bytes that it covers.
fn in_chunks<'a>(bytes: &[u8], chunks: impl IntoIterator<Item = &'a [u8]>, profile: Profile) -> Vec<Event> {
    let mut decoder = Decoder::new(profile);
    let mut found = Vec::new();
    let mut sink = |event: Event, covered: &[u8]| {
        assert_eq!(covered, &bytes[event.at()..event.end()]);
        found.push(event);
    };
    chunks.into_iter().for_each(|chunk| decoder.feed(chunk, &mut sink));
    decoder.finish(sink);
    found
}

proptest! {
    #[test]
    fn events_tile_the_input(bytes in bytes()) {
        for &profile in Profile::ALL {
            let mut at = 0;
            for event in events(&bytes, profile) {
                prop_assert_eq!(event.at(), at);
                prop_assert!(event.len() >= 1 && event.len() <= profile.max_sequence_len());
                at = event.end();
            }
            prop_assert_eq!(at, bytes.len());
        }
    }

    #[test]
    fn every_split_in_two_and_byte_by_byte_equals_the_whole(bytes in bytes()) {
        for &profile in Profile::ALL {
            let expected = whole(&bytes, profile);
            for split in 0..=bytes.len() {
                prop_assert_eq!(in_chunks(&bytes, [&bytes[..split], &bytes[split..]], profile), expected.clone());
            }
            let with_empty_chunks = bytes.chunks(1).flat_map(|chunk| [chunk, &[]]);
            prop_assert_eq!(in_chunks(&bytes, with_empty_chunks, profile), expected);
        }
    }

    #[test]
    fn each_event_comes_out_as_soon_as_no_further_byte_could_change_it(bytes in bytes()) {
        for &profile in Profile::ALL {
            let mut decoder = Decoder::new(profile);
            let mut found = Vec::new();
            for end in 1..=bytes.len() {
                decoder.feed(&bytes[end - 1..end], |event, _| found.push(event));
                // What is undecided after a prefix is exactly what the prefix calls incomplete.
                let mut decided = whole(&bytes[..end], profile);
                let undecided = decided.pop_if(|event| event.error_kind() == Some(ErrorKind::Incomplete));
                prop_assert_eq!(&found, &decided);
                prop_assert_eq!(decoder.pending().len(), undecided.map_or(0, |event| event.len()));
                prop_assert_eq!(decoder.offset() + decoder.pending().len(), end);
            }
        }
    }

    #[test]
    fn policies_give_the_same_text_streamed_as_whole(bytes in bytes(), chunk in 1..5_usize) {
        for &policy in Policy::ALL {
            let mut decoder = Decoder::new(Profile::Rfc3629);
            let mut replacer = Replacer::new(policy);
            let mut text = Vec::new();
            for chunk in bytes.chunks(chunk) {
                decoder.feed(chunk, |event, covered| text.extend(replacer.replace(event, covered)));
            }
            decoder.finish(|event, covered| text.extend(replacer.replace(event, covered)));
            let expected: Vec<u32> = decode_lossy(&bytes, Profile::Rfc3629, policy).collect();
            prop_assert_eq!(text, expected, "{}", policy);
        }
    }

    #[test]
    fn finish_and_reset_leave_nothing_behind(first in bytes(), second in bytes()) {
        for &profile in Profile::ALL {
            let expected = whole(&second, profile);
            let mut decoder = Decoder::new(profile);
            for end in [Decoder::reset, |decoder: &mut Decoder| decoder.finish(|_, _| ())] {
                decoder.feed(&first, |_, _| ());
                end(&mut decoder);
                let mut found = Vec::new();
                decoder.feed(&second, |event, _| found.push(event));
                prop_assert!(found.iter().eq(&expected[..found.len()]));
                decoder.finish(|event, _| found.push(event));
                prop_assert_eq!(&found, &expected);
            }
        }
    }
}

/// Texts without end, each as a piece that is repeated.
const PIECES: [&[u8]; 8] = [
    b"a",
    b"a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80",
    b"\xFF",
    b"\xF0",
    b"\x80",
    b"\xF0\x9F\x98",
    b"\xC3\xA9\xC3",
    b"\xED\xA0\x80",
];

/// What is fine for ten bytes is fine for a million. Time that grew with the square would be hours here.
#[test]
fn a_mebibyte_is_tiled_as_its_piece_is_and_whatever_the_chunks() {
    for piece in PIECES {
        let repeated = |len| -> Vec<u8> { piece.iter().copied().cycle().take(len).collect() };
        let bytes = repeated(1 << 20);
        let events = whole(&bytes, Profile::Rfc3629);
        // Three pieces say how one goes on after another; all that follow repeat the middle one.
        let mut middle = whole(&repeated(3 * piece.len()), Profile::Rfc3629);
        middle.retain(|event| (piece.len()..2 * piece.len()).contains(&event.at()));
        let shown = events.iter().filter(|event| event.end() + piece.len() <= bytes.len());
        for (event, like) in shown.zip(middle.iter().cycle()) {
            let form =
                |event: &Event| (event.at() % piece.len(), event.len(), event.value(), event.error_kind());
            assert_eq!(form(event), form(like), "{piece:x?} at {}", event.at());
        }
        for chunk in [1, 3, 4_096, 65_537] {
            let chunked = in_chunks(&bytes, bytes.chunks(chunk), Profile::Rfc3629);
            assert!(chunked == events, "{piece:x?} in chunks of {chunk}");
        }
    }
}

//! What the standards claim of the encoding as a whole: counts, order, boundaries, what never stands inside what.

use crate::bytes::bytes;
use illformed_codec::{Event, Profile, decode_lossy, encode, encode_utf16, events};
use illformed_codec::{Policy, Replacer, utf16_units};
use proptest::prelude::*;

/// Both ends of each row and of each gap, and some characters between.
const EDGES: [u32; 30] = [
    0x0, 0xA, 0x2F, 0x41, 0x5C, 0x7F, 0x80, 0xA0, 0xA9, 0xBF, 0xC0, 0xFF, 0x391, 0x7FF, 0x800, 0xFFF, 0x1000,
    0x20AC, 0x2262, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFF, 0x1_0000, 0x1_F600, 0x2_33B4, 0xF_FFFF,
    0x10_0000, 0x10_FFFF,
];

fn utf8(code: u32) -> Vec<u8> {
    encode(code, Profile::Rfc3629).expect("a scalar value").to_vec()
}

fn codes(bytes: &[u8]) -> Vec<u32> {
    decode_lossy(bytes, Profile::Rfc3629, Policy::MaximalSubpart).collect()
}

/// The code points of `bytes` with their offsets.
fn characters(bytes: &[u8]) -> impl Iterator<Item = (usize, u32)> {
    events(bytes, Profile::Rfc3629).filter_map(|event| event.value().map(|value| (event.at(), value)))
}

#[test]
fn no_character_has_a_byte_that_the_standards_exclude() {
    for code in ('\0'..=char::MAX).map(u32::from) {
        let bytes = utf8(code);
        assert!(!bytes.iter().any(|byte| matches!(byte, 0xC0 | 0xC1 | 0xF5..=0xFF)), "{code:X}");
        // ASCII bytes, among them 00, 2F and line breaks, stand for themselves alone.
        assert!(bytes.len() == 1 || bytes.iter().all(|byte| *byte >= 0x80), "{code:X}");
    }
}

#[test]
fn byte_order_is_code_point_order_and_utf16_order_is_not() {
    for (one, other) in EDGES.iter().flat_map(|one| EDGES.iter().map(move |other| (*one, *other))) {
        assert_eq!(utf8(one).cmp(&utf8(other)), one.cmp(&other), "{one:X} {other:X}");
    }
    let [last_of_bmp, first_beyond] = [0xFFFF, 0x1_0000].map(|code| utf16_units(code).unwrap());
    assert!(utf8(0xFFFF) < utf8(0x1_0000) && last_of_bmp[..] > first_beyond[..]);
}

proptest! {
    #[test]
    fn splitting_at_an_ascii_byte_commutes_with_decoding(bytes in bytes(), at in 0..0x80_u8) {
        let split_then_decoded: Vec<Vec<u32>> = bytes.split(|byte| *byte == at).map(codes).collect();
        let text = codes(&bytes);
        let decoded_then_split: Vec<Vec<u32>> =
            text.split(|code| *code == u32::from(at)).map(<[u32]>::to_vec).collect();
        prop_assert_eq!(split_then_decoded, decoded_then_split);
    }

    #[test]
    fn well_formed_parts_decode_as_their_whole(first in "\\PC{0,6}", second in bytes()) {
        let whole = [first.as_bytes(), &second].concat();
        prop_assert_eq!(codes(&whole), [codes(first.as_bytes()), codes(&second)].concat());
    }

    #[test]
    fn a_lost_changed_or_added_byte_damages_no_other_character(bytes in bytes(), stranger in any::<u8>()) {
        let stranger = [stranger];
        // In these a code is one sequence on its own, whatever stands beside it.
        for profile in [Profile::Rfc3629, Profile::Rfc2279, Profile::Ucs2, Profile::Generalized] {
            for (at, cut, put) in (0..=bytes.len())
                .flat_map(|at| [(at, 0, &stranger[..]), (at, 1, &[]), (at, 1, &stranger)])
                .filter(|(at, cut, _)| at + cut <= bytes.len())
            {
                let damaged = [&bytes[..at], put, &bytes[at + cut..]].concat();
                let found: Vec<Event> = events(&damaged, profile).collect();
                for event in events(&bytes, profile).filter(|event| event.end() <= at || event.at() >= at + cut) {
                    let Event::Code { value, at: before, len } = event else { continue };
                    let now = if before < at { before } else { before - cut + put.len() };
                    prop_assert!(found.contains(&Event::Code { value, at: now, len }), "{:?} in {:02X?}", event, damaged);
                }
            }
        }
    }

    #[test]
    fn a_decoder_that_starts_anywhere_finds_every_character_that_begins_after_it(bytes in bytes()) {
        for start in 0..bytes.len() {
            let late: Vec<(usize, u32)> = characters(&bytes[start..]).map(|(at, value)| (at + start, value)).collect();
            prop_assert!(characters(&bytes).filter(|(at, _)| *at >= start).all(|one| late.contains(&one)), "from {}", start);
        }
    }

    #[test]
    fn bytes_of_a_character_are_found_only_where_it_stands(bytes in bytes()) {
        let there: Vec<(usize, u32)> = characters(&bytes).collect();
        for code in EDGES {
            let needle = utf8(code);
            for (at, _) in bytes.windows(needle.len()).enumerate().filter(|(_, part)| *part == needle) {
                prop_assert!(there.contains(&(at, code)), "{:04X} at {}", code, at);
            }
        }
    }
}

/// The iterator's hints, step by step, beside what is really left.
fn hints<I: Iterator + Clone>(mut iterator: I) -> Vec<(usize, usize, Option<usize>)> {
    let mut hints = Vec::new();
    loop {
        let (least, most) = iterator.size_hint();
        hints.push((least, iterator.clone().count(), most));
        if iterator.next().is_none() {
            return hints;
        }
    }
}

/// A hint that holds for all inputs and that some input reaches, so that no better one exists.
#[test]
fn size_hints_are_the_best_bounds_at_every_step() {
    // Sequences of full length need the fewest events, single bytes the most.
    assert_eq!(
        hints(events("😀😀".as_bytes(), Profile::Rfc3629)),
        [(2, 2, Some(8)), (1, 1, Some(4)), (0, 0, Some(0))]
    );
    assert_eq!(
        hints(events(b"\x80\x80A", Profile::Rfc3629)),
        [(1, 3, Some(3)), (1, 2, Some(2)), (1, 1, Some(1)), (0, 0, Some(0))]
    );
    assert_eq!(hints(events(&[0xFC; 7], Profile::Rfc2279))[0], (2, 7, Some(7)));
    // Of UTF-16, pairs need the fewest.
    let units = [0xD83D, 0xDE00, 0x41];
    assert_eq!(hints(encode_utf16(&units)), [(2, 2, Some(3)), (1, 1, Some(1)), (0, 0, Some(0))]);

    // The three codes of the first error are ready after the first of them; the last bytes may add none.
    let kept = |policy| hints(decode_lossy(b"\xF0\x90\x90\xE0\xA0", Profile::Rfc3629, policy));
    assert_eq!(
        kept(Policy::PerByte),
        [
            (0, 5, Some(5)),
            (2, 4, Some(4)),
            (1, 3, Some(3)),
            (0, 2, Some(2)),
            (1, 1, Some(1)),
            (0, 0, Some(0))
        ]
    );
    assert_eq!(kept(Policy::Drop), [(0, 0, Some(5))]);
}

proptest! {
    #[test]
    fn size_hints_hold_for_all_bytes(bytes in bytes(), profile in proptest::sample::select(Profile::ALL), policy in proptest::sample::select(Policy::ALL)) {
        let codes = hints(decode_lossy(&bytes, profile, policy));
        for (least, left, most) in hints(events(&bytes, profile)).into_iter().chain(codes) {
            prop_assert!(least <= left && most.is_some_and(|most| left <= most));
        }
        // Those of one event are counted.
        let mut replacer = Replacer::new(policy);
        for event in events(&bytes, profile) {
            let codes = replacer.replace(event, &bytes[event.at()..event.end()]);
            prop_assert!(hints(codes).into_iter().all(|(least, left, most)| (least, Some(least)) == (left, most)));
        }
    }
}

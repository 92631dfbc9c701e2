//! What the encoding promises of whole texts, held over every vector: damage stays where it is, no character begins,
//! ends or stands inside another, order is kept, and boundaries are found from anywhere.

use crate::whole::stride;
use illformed_codec::{Event, Policy, Profile, decode_lossy, events, floor_char_boundary, utf16_units};
use illformed_vectors::{Call, Input, Suite};
use std::collections::BTreeSet;

/// One of each class that a decoder tells apart, on both sides of every edge.
const STRANGERS: [u8; 18] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xF0, 0xF4, 0xF5,
    0xFF,
];

/// The profiles in which a code is one sequence on its own, whatever stands beside it.
const CONTEXT_FREE: [Profile; 4] = [Profile::Rfc3629, Profile::Rfc2279, Profile::Ucs2, Profile::Generalized];

/// What is fed by each vector, scripts whole.
fn inputs() -> Vec<Vec<u8>> {
    let fed = |input: &Input| match input {
        Input::Bytes(bytes) => bytes.clone(),
        Input::Calls(script) => {
            let chunk = |call: &Call| if let Call::Feed(chunk) = call { chunk.clone() } else { Vec::new() };
            script.calls().iter().flat_map(chunk).collect()
        }
    };
    let inputs: BTreeSet<Vec<u8>> = Suite::embedded().vectors().map(|vector| fed(&vector.input)).collect();
    inputs.into_iter().collect()
}

/// The bytes of each character that some vector holds, with its code.
fn characters() -> Vec<(Vec<u8>, u32)> {
    let mut characters = BTreeSet::new();
    for bytes in inputs() {
        for event in events(&bytes, Profile::Rfc3629) {
            if let Event::Code { value, at, len } = event {
                characters.insert((bytes[at..at + len].to_vec(), value));
            }
        }
    }
    characters.into_iter().collect()
}

/// `damaged` comes from `bytes` by putting `put` bytes where `cut` stood at `at`.
struct Damage {
    bytes: Vec<u8>,
    at: usize,
    cut: usize,
    put: usize,
}

impl Damage {
    fn new(bytes: &[u8], at: usize, cut: usize, put: &[u8]) -> Self {
        let damaged = [&bytes[..at], put, &bytes[at + cut..]].concat();
        Self { bytes: damaged, at, cut, put: put.len() }
    }

    /// Where what was untouched at `at..end` stands now; `None` if it was touched.
    fn moved(&self, at: usize, end: usize) -> Option<usize> {
        if end <= self.at {
            return Some(at);
        }
        (at >= self.at + self.cut).then(|| at - self.cut + self.put)
    }
}

/// Every loss, change and gain of one byte of `bytes`.
fn damages(bytes: &[u8]) -> Vec<Damage> {
    let mut damages: Vec<Damage> = Vec::new();
    for at in 0..=bytes.len() {
        damages.extend(STRANGERS.map(|stranger| Damage::new(bytes, at, 0, &[stranger])));
        if let Some(byte) = bytes.get(at) {
            damages.push(Damage::new(bytes, at, 1, &[]));
            damages.extend((0..8).map(|bit| Damage::new(bytes, at, 1, &[byte ^ 1 << bit])));
        }
    }
    damages
}

#[test]
fn a_lost_changed_or_added_byte_damages_no_other_character() {
    let mut held = 0;
    let stride = stride("short inputs", 5);
    for bytes in inputs().iter().filter(|bytes| bytes.len() <= 24).step_by(stride) {
        for profile in CONTEXT_FREE {
            let before: Vec<Event> = events(bytes, profile).collect();
            for damage in damages(bytes) {
                let after: BTreeSet<(usize, u32)> = events(&damage.bytes, profile)
                    .filter_map(|event| event.value().map(|value| (event.at(), value)))
                    .collect();
                for event in &before {
                    let (Some(value), Some(at)) = (event.value(), damage.moved(event.at(), event.end()))
                    else {
                        continue;
                    };
                    assert!(
                        after.contains(&(at, value)),
                        "{profile}: {value:04X} of {bytes:02X?} is lost in {:02X?}",
                        damage.bytes
                    );
                    held += 1;
                }
            }
        }
    }
    assert!(held > 100_000, "only {held} characters were looked at");
}

#[test]
fn a_decoder_that_starts_anywhere_finds_every_character_that_begins_after_it() {
    for bytes in inputs() {
        let whole: Vec<Event> = events(&bytes, Profile::Rfc3629).collect();
        for start in 0..bytes.len() {
            let late: BTreeSet<(usize, u32)> = events(&bytes[start..], Profile::Rfc3629)
                .filter_map(|event| event.value().map(|value| (event.at() + start, value)))
                .collect();
            for event in whole.iter().filter(|event| event.at() >= start) {
                let Some(value) = event.value() else { continue };
                assert!(late.contains(&(event.at(), value)), "{value:04X} of {bytes:02X?} from {start}");
            }
        }
    }
}

#[test]
fn boundaries_are_found_from_anywhere_at_most_three_bytes_back() {
    for bytes in inputs() {
        for event in events(&bytes, Profile::Rfc3629).filter(|event| event.value().is_some()) {
            for offset in event.at()..event.end() {
                let found = floor_char_boundary(&bytes, offset, Profile::Rfc3629);
                assert_eq!(found, event.at(), "from {offset} of {bytes:02X?}");
                assert!(offset - found <= 3);
            }
        }
    }
}

#[test]
fn no_character_of_the_vectors_begins_ends_or_stands_inside_another() {
    let characters = characters();
    let whole: BTreeSet<&[u8]> = characters.iter().map(|(bytes, _)| bytes.as_slice()).collect();
    assert!(whole.len() > 150, "only {} characters", whole.len());
    for (bytes, code) in &characters {
        for from in 0..bytes.len() {
            for to in from + 1..=bytes.len() {
                let part = &bytes[from..to];
                assert!(part.len() == bytes.len() || !whole.contains(part), "{part:02X?} in {code:04X}");
            }
        }
    }
}

#[test]
fn bytes_of_a_character_are_found_only_where_it_stands() {
    let characters = characters();
    for bytes in inputs() {
        let there: BTreeSet<(usize, u32)> = events(&bytes, Profile::Rfc3629)
            .filter_map(|event| event.value().map(|value| (event.at(), value)))
            .collect();
        for (needle, code) in &characters {
            for (at, _) in bytes.windows(needle.len()).enumerate().filter(|(_, part)| part == needle) {
                assert!(there.contains(&(at, *code)), "{code:04X} is found at {at} of {bytes:02X?}");
            }
        }
    }
}

#[test]
fn the_order_of_well_formed_vectors_is_that_of_their_code_points_and_not_of_utf16() {
    let texts: Vec<(Vec<u8>, Vec<u32>)> = inputs()
        .into_iter()
        .filter(|bytes| std::str::from_utf8(bytes).is_ok())
        .map(|bytes| {
            let codes = decode_lossy(&bytes, Profile::Rfc3629, Policy::Fatal).collect();
            (bytes, codes)
        })
        .collect();
    let units = |codes: &[u32]| -> Vec<u16> {
        codes.iter().flat_map(|code| utf16_units(*code).expect("a scalar value").to_vec()).collect()
    };
    let mut otherwise_in_utf16 = 0;
    for (one, one_codes) in &texts {
        for (other, other_codes) in &texts {
            assert_eq!(one.cmp(other), one_codes.cmp(other_codes), "{one:02X?} {other:02X?}");
            otherwise_in_utf16 += usize::from(one.cmp(other) != units(one_codes).cmp(&units(other_codes)));
        }
    }
    assert!(otherwise_in_utf16 > 0, "no vector shows that UTF-16 is ordered otherwise");
}

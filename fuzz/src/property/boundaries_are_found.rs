//! Where a character starts is found from any offset, as if the bytes had been read from their start.

use crate::failure::Failure;
use crate::property::agreement::{Outcome, under_every_profile};
use illformed_codec::{Profile, ceil_char_boundary, events, floor_char_boundary, is_char_boundary};

/// Returns when, under every profile and for every offset, also two past the end, the boundaries that are searched from
/// the offset are those that the events have; under `rfc3629` and where the bytes are a string, those of `str` too.
pub fn boundaries_are_found(bytes: &[u8]) -> Outcome {
    under_every_profile(|profile| search_finds(bytes, profile, &Search::CODEC))?;
    str::from_utf8(bytes).map_or(Ok(()), std_agrees)
}

/// What is searched with.
struct Search {
    floor: fn(&[u8], usize, Profile) -> usize,
    ceil: fn(&[u8], usize, Profile) -> usize,
    is: fn(&[u8], usize, Profile) -> bool,
}

impl Search {
    const CODEC: Self = Self { floor: floor_char_boundary, ceil: ceil_char_boundary, is: is_char_boundary };
}

fn search_finds(bytes: &[u8], profile: Profile, search: &Search) -> Outcome {
    // The boundaries around the offset; there is one at each end.
    let mut ends = events(bytes, profile).map(|event| event.end()).chain([bytes.len()]);
    let (mut before, mut after) = (0, 0);
    for offset in 0..bytes.len() + 3 {
        while after < offset.min(bytes.len()) {
            after = ends.next().unwrap_or(bytes.len());
        }
        if after <= offset {
            before = after;
        }
        let expected = (before, after, offset == after);
        let found = (
            (search.floor)(bytes, offset, profile),
            (search.ceil)(bytes, offset, profile),
            (search.is)(bytes, offset, profile),
        );
        if found != expected {
            let detail = format!("offset {offset}: (floor, ceil, is) {found:?}, expected {expected:?}");
            return Err(Failure::new("codec", "a boundary around an offset", detail));
        }
    }
    Ok(())
}

fn std_agrees(text: &str) -> Outcome {
    let differs = |offset: &usize| {
        is_char_boundary(text.as_bytes(), *offset, Profile::Rfc3629) != text.is_char_boundary(*offset)
    };
    match (0..text.len() + 3).find(differs) {
        Some(offset) => {
            Err(Failure::new("str", "whether an offset is a boundary", format!("offset {offset}")))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXED: &[u8] =
        b"a\xE2\x82\xACb\x80\x80\x80\xF0\x9F\x98\xED\xA0\x80\xED\xB0\x80\xFD\x80\x80\x80\x80\x80";

    /// Steps back over continuation bytes, however many there are and whatever comes before them.
    fn naive(bytes: &[u8], offset: usize, _: Profile) -> usize {
        let is_tail = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
        (1..=offset.min(bytes.len())).rev().find(|at| !is_tail(at)).unwrap_or(0)
    }

    #[test]
    fn a_search_with_a_fault_is_seen() {
        let check = |search: &Search| under_every_profile(|profile| search_finds(MIXED, profile, search));
        assert_eq!(check(&Search::CODEC), Ok(()));
        for faulty in [
            Search { floor: naive, ..Search::CODEC },
            Search { ceil: |_, offset, _| offset, ..Search::CODEC },
            Search { is: |bytes, offset, _| offset <= bytes.len(), ..Search::CODEC },
            // The end is a boundary, past it there is none.
            Search {
                is: |bytes, offset, profile| is_char_boundary(bytes, offset.min(bytes.len()), profile),
                ..Search::CODEC
            },
        ] {
            assert!(check(&faulty).is_err());
        }
    }

    #[test]
    fn boundaries_are_found_in_every_cut_of_a_mixed_text() {
        for from in 0..MIXED.len() {
            for to in from..=MIXED.len() {
                assert_eq!(boundaries_are_found(&MIXED[from..to]), Ok(()));
            }
        }
    }
}

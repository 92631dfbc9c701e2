//! Where a character starts is found from any offset, as if the bytes had been read from their start.

use crate::property::agreement::{PropertyOutcome, same, under_every_profile};
use illformed_codec::{Profile, ceil_char_boundary, events, floor_char_boundary, is_char_boundary};

/// Returns when, under every profile and for every offset, also two past the end, the boundaries that are searched from
/// the offset are those that the events have; under `rfc3629` and where the bytes are a string, those of `str` too.
pub fn boundaries_are_found(bytes: &[u8]) -> PropertyOutcome {
    let offsets = 0..bytes.len() + 3;
    under_every_profile(|profile| are_those_of_the_events(bytes, profile, found(bytes, profile)))?;
    let Ok(text) = str::from_utf8(bytes) else { return Ok(()) };
    let found = offsets.clone().map(|offset| is_char_boundary(bytes, offset, Profile::Rfc3629));
    let expected = offsets.map(|offset| text.is_char_boundary(offset));
    same("whether an offset is a boundary", ("codec", found), ("str", expected))
}

/// The boundary at or before an offset, the one at or after it, and whether the offset is one.
type FoundBoundary = (usize, usize, bool);

/// What the codec finds at each offset.
fn found(bytes: &[u8], profile: Profile) -> impl Iterator<Item = FoundBoundary> {
    (0..bytes.len() + 3).map(move |offset| {
        let before = floor_char_boundary(bytes, offset, profile);
        let after = ceil_char_boundary(bytes, offset, profile);
        (before, after, is_char_boundary(bytes, offset, profile))
    })
}

fn are_those_of_the_events(
    bytes: &[u8],
    profile: Profile,
    found: impl Iterator<Item = FoundBoundary>,
) -> PropertyOutcome {
    // There is a boundary at each end.
    let mut ends = events(bytes, profile).map(|event| event.end()).chain([bytes.len()]);
    let (mut before, mut after) = (0, 0);
    let expected = (0..bytes.len() + 3).map(|offset| {
        while after < offset.min(bytes.len()) {
            after = ends.next().unwrap_or(bytes.len());
        }
        if after <= offset {
            before = after;
        }
        (before, after, offset == after)
    });
    same("a boundary around an offset", ("events", expected), ("codec", found))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXED: &[u8] =
        b"a\xE2\x82\xACb\x80\x80\x80\xF0\x9F\x98\xED\xA0\x80\xED\xB0\x80\xFD\x80\x80\x80\x80\x80";

    /// Steps back over continuation bytes, however many there are and whatever comes before them.
    fn naive(bytes: &[u8], offset: usize) -> usize {
        let is_tail = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
        (1..=offset.min(bytes.len())).rev().find(|at| !is_tail(at)).unwrap_or(0)
    }

    #[test]
    fn a_search_with_a_fault_is_seen() {
        type Fault = fn(FoundBoundary, &[u8], usize) -> FoundBoundary;
        let check = |fault: Fault| {
            under_every_profile(|profile| {
                let wrong = found(MIXED, profile).enumerate();
                are_those_of_the_events(MIXED, profile, wrong.map(|(at, found)| fault(found, MIXED, at)))
            })
        };
        assert_eq!(check(|found, _, _| found), Ok(()));
        let faults: [Fault; 4] = [
            |(_, after, is), bytes, offset| (naive(bytes, offset), after, is),
            |(before, _, is), _, offset| (before, offset, is),
            |(before, after, _), bytes, offset| (before, after, offset <= bytes.len()),
            // The end is a boundary, past it there is none.
            |(before, after, is), bytes, offset| (before, after, is || offset > bytes.len()),
        ];
        for fault in faults {
            assert!(check(fault).is_err());
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

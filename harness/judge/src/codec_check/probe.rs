//! Inputs that reach each row of each grammar from both sides.

use crate::codec_check::text::{code_fault, whole_text_fault};
use crate::codec_check::{stream_fault, whole_fault};
use crate::second_source::TextSource;
use illformed_codec::{Decoder, Profile};

/// The bytes at which some row of some grammar begins or ends.
const EDGES: [u8; 33] = [
    0x00, 0x41, 0x7F, 0x80, 0x83, 0x84, 0x87, 0x88, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF, 0xC0, 0xC1,
    0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8, 0xFB, 0xFC, 0xFD, 0xFF,
];

/// The longest sequence of any profile, and what may follow two edges.
const TAILS: [&[u8]; 2] = [b"A", b"\xBF\x80\xBF\x80A"];

/// Encoded surrogates: the first and last leading and trailing one, one that is cut, and what is next to them.
const SURROGATES: [&[u8]; 7] = [
    b"\xED\xA0\x80",
    b"\xED\xAF\xBF",
    b"\xED\xB0\x80",
    b"\xED\xBF\xBF",
    b"\xED\xB0",
    b"\xED\x9F\xBF",
    b"\xEE\x80\x80",
];

/// Errors that are repeated.
const RUNS: [&[u8]; 6] =
    [b"\x80", b"\xFF", b"\xC3", b"\xED\xA0\x80", b"\xE2\x82", b"\xFD\x80\x80\x80\x80\x80"];

/// Ends that are incomplete under some profile, each to be tried alone.
const ENDS: [&[u8]; 12] = [
    b"\xC2",
    b"\xC0",
    b"\xE0\xA0",
    b"\xED\x9F",
    b"\xED\xA0",
    b"\xF0\x90\x80",
    b"\xF4\x8F\xBF",
    b"\xED\xA1\x8C",
    b"\xED\xA1\x8C\xED",
    b"\xED\xA1\x8C\xED\xBE",
    b"\xF8\x88\x80\x80",
    b"\xFD\xBF\xBF\xBF\xBF",
];

/// How often an error follows itself: more than any sequence is long.
const RUN: usize = 40;

/// Every so many code points are encoded. It is a prime, so that all residues of powers of two are met.
const STRIDE: usize = 61;

/// The first difference between the codec and `source` or the arithmetic oracle, as a lower-case fragment; `None` if they agree.
///
/// It compares a sample of code points, every pair of a lead and an edge of every grammar, pairs of surrogates, runs of
/// errors, each byte alone, and ends that are incomplete.
pub fn codec_fault(source: &TextSource) -> Option<String> {
    let sampled = (0..=0x10_FFFF).step_by(STRIDE);
    let ends = (7..21).flat_map(|bits| [(1 << bits) - 1, 1 << bits]);
    if let Some(fault) = code_fault(sampled.chain(ends), source) {
        return Some(fault);
    }
    let row = row();
    for &profile in Profile::ALL {
        // One object for all: what an input leaves behind would show in the next.
        let mut decoder = Decoder::new(profile);
        let mut inputs = [row.as_slice()].into_iter().chain(ENDS);
        let decoding =
            |bytes| whole_fault(bytes, profile).or_else(|| stream_fault(bytes, &mut decoder, profile));
        if let Some(fault) = inputs.find_map(decoding) {
            return Some(fault);
        }
    }
    // What replaces errors does not depend on the profile.
    whole_text_fault(&row, Profile::Rfc3629, source)
}

/// All probes that can share one input, with `A` between them.
fn row() -> Vec<u8> {
    let mut row = Vec::new();
    for lead in EDGES.into_iter().filter(|byte| *byte >= 0xC0) {
        for second in EDGES {
            // After a byte that continues nothing the tail is a text of its own.
            let tails = if second / 64 == 2 { &TAILS[..] } else { &TAILS[..1] };
            for tail in tails {
                row.extend([lead, second]);
                row.extend(*tail);
            }
        }
    }
    for first in SURROGATES {
        for second in SURROGATES {
            row.extend(first);
            row.extend(second);
            row.push(b'A');
        }
    }
    for byte in 0..=0xFF {
        row.extend([byte, b'A']);
    }
    for run in RUNS {
        row.extend(run.repeat(RUN));
        row.push(b'A');
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    use illformed_codec::{Event, Policy};

    const RIGHT: TextSource = TextSource::INDEPENDENT;

    #[test]
    fn the_shipped_codec_has_no_fault() {
        assert_eq!(codec_fault(&TextSource::INDEPENDENT), None);
    }

    #[test]
    fn a_source_that_errs_at_an_end_of_a_power_of_two_or_in_one_policy_is_told() {
        let below = TextSource {
            text: |codes, profile, out| {
                (RIGHT.text)(codes, profile, out).filter(|_| !codes.contains(&0x3FFF))
            },
            ..RIGHT
        };
        let at = TextSource {
            text: |codes, profile, out| {
                (RIGHT.text)(codes, profile, out).filter(|_| !codes.contains(&0x4000))
            },
            ..RIGHT
        };
        let replaced = |bytes: &[u8], events: &[Event], policy| {
            (RIGHT.replaced)(bytes, events, policy).filter(|_| policy != Policy::Java)
        };
        for source in [below, at, TextSource { replaced, ..RIGHT }] {
            assert!(
                codec_fault(&source).is_some_and(|fault| fault.contains("the second source has nothing"))
            );
        }
    }

    #[test]
    fn the_probes_that_share_an_input_are_all_pairs_of_a_lead_and_an_edge_and_what_may_follow() {
        let row = row();
        let has = |parts: &[&[u8]]| {
            let probe = parts.concat();
            row.windows(probe.len()).any(|window| window == probe)
        };
        for lead in EDGES {
            for second in EDGES {
                let [alone, tail] = TAILS.map(|tail| has(&[&[lead, second], tail]));
                assert!(alone || lead < 0xC0, "{lead:02X} {second:02X}");
                assert_eq!(tail, lead >= 0xC0 && (0x80..0xC0).contains(&second), "{lead:02X} {second:02X}");
            }
        }
    }
}

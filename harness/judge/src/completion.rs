//! The expectations of a vector under the other profiles, worked out from its input.

use crate::expected::{SegmentEvents, read_input};
use crate::oracle::arithmetic::{Limits, each_event};
use illformed_codec::{Event, Profile};
use illformed_vectors::{Expectation, ExpectedError, Input, Reading, Vector, VectorId};
use std::collections::BTreeMap;

/// The expectations of `vector` under the profiles where they differ from its `rfc3629` one. They come from arithmetic on the input, which `lint` holds against the codec's reference.
pub fn differing(vector: &Vector) -> BTreeMap<Profile, Expectation> {
    let bytes = vector.input.bytes();
    let reads_alike = |profile: Profile| {
        !bytes.iter().any(|byte| may_differ(*byte, profile))
            || matches!(vector.input, Input::Bytes(_))
                && each_event(&bytes, Limits::of(profile)).eq(each_event(&bytes, Limits::RFC3629))
    };
    let others = Profile::ALL.iter().filter(|profile| !reads_alike(**profile));
    let expectations = others.map(|&profile| (profile, expectation(&vector.input, profile)));
    expectations.filter(|(_, expectation)| *expectation != vector.rfc3629).collect()
}

/// The vector `id` that asks `input`, with what every profile expects of it and without words.
pub fn vector_of(id: VectorId, input: Input) -> Vector {
    let rfc3629 = expectation(&input, Profile::Rfc3629);
    let (comment, flags, refs) = (String::new(), Vec::new(), Vec::new());
    let mut vector = Vector { id, input, comment, flags, refs, found: None, rfc3629, also: BTreeMap::new() };
    vector.also = differing(&vector);
    vector
}

/// Whether `profile` may differ from RFC 3629 in what a byte is part of: NUL and its long form, surrogates, and what is beyond
/// three bytes.
const fn may_differ(byte: u8, profile: Profile) -> bool {
    match byte {
        0x00 | 0xC0 => matches!(profile, Profile::Mutf8),
        0xED => !matches!(profile, Profile::Rfc3629 | Profile::Ucs2),
        0xF0.. => !matches!(profile, Profile::Rfc3629 | Profile::Wtf8 | Profile::Generalized),
        _ => false,
    }
}

/// What `profile` expects of `input`, by arithmetic.
pub fn expectation(input: &Input, profile: Profile) -> Expectation {
    match read_input(input, profile, None) {
        Ok(segments) => Expectation::Specified(segments.iter().map(reading).collect()),
        Err(question) => Expectation::Unspecified(question),
    }
}

fn reading(SegmentEvents { events, pending, .. }: &SegmentEvents) -> Reading {
    let error =
        |event: &Event| Some(ExpectedError { at: event.at(), len: event.len(), kind: event.error_kind()? });
    Reading {
        errors: events.iter().filter_map(error).collect(),
        text: events.iter().filter_map(Event::value).collect(),
        pending: *pending,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_certain_bytes_a_profile_reads_as_rfc3629_does() {
        let pairs = (0..=u16::MAX).map(u16::to_be_bytes);
        for leads in pairs {
            let is_alike = |profile: &&Profile| !leads.iter().any(|byte| may_differ(*byte, **profile));
            for rest in [&b""[..], b"\x80", b"\xBF", b"\x80\x80", b"A", b"\xE2\x82", b"\xC1\x80"] {
                let input = Input::Bytes([&leads, rest].concat());
                let expected = expectation(&input, Profile::Rfc3629);
                for profile in Profile::ALL.iter().filter(is_alike) {
                    assert_eq!(expectation(&input, *profile), expected, "{input} under {profile}");
                }
            }
        }
    }
}

//! The expected texts of every vector, checked against a source that shares no code with the codec.

use crate::lint::row::row_fault;
use illformed_codec::{Decoder, Event, Profile};
use illformed_judge::codec_check::{codes_fault, policy_fault, stream_fault, whole_text_fault};
use illformed_judge::expected::{Ruling, SegmentEvents, segment_events};
use illformed_judge::lint::{LintFinding, numbered, tiling_fault};
use illformed_judge::second_source::TextSource;
use illformed_vectors::{Input, Suite, Vector};
use std::iter;

/// Everything that the codec says otherwise than `source`, worked out when it is asked for: all vectors in a row, and each
/// vector whole and byte by byte, with one finding a vector and profile. A finding far from the start of a text names no vector.
pub fn lint_texts<'a>(suite: &'a Suite, source: &'a TextSource) -> impl Iterator<Item = LintFinding> {
    // One object for each profile: what a vector leaves behind would show in the next.
    let mut decoders: Vec<_> = Profile::ALL.iter().map(|&profile| (profile, Decoder::new(profile))).collect();
    let of_vectors = numbered(suite).flat_map(move |(file, number, vector)| {
        let mut compared = Vec::new();
        let fault = |(profile, decoder): &mut (Profile, Decoder)| {
            let reason = vector_fault(vector, *profile, decoder, &mut compared, source)?;
            let place = suite.place_of_vector(file, number, "");
            Some(LintFinding { place, vector: Some(vector.id.to_string()), profile: Some(*profile), reason })
        };
        decoders.iter_mut().filter_map(fault).collect::<Vec<_>>()
    });
    iter::once_with(|| row_fault(suite, source)).flatten().chain(of_vectors)
}

/// What decides which texts are compared: the segments, and whether their codes are units of UTF-16.
type Compared = (Vec<SegmentEvents>, bool);

fn vector_fault(
    vector: &Vector,
    profile: Profile,
    decoder: &mut Decoder,
    compared: &mut Vec<Compared>,
    source: &TextSource,
) -> Option<String> {
    // Where the standard is silent, the codec's own answer is held to.
    let segments = segment_events(vector, profile, Some(Ruling::Accept)).ok()?;
    if let Some(fault) = segments.iter().find_map(|segment| stream_fault(&segment.bytes, decoder, profile)) {
        return Some(fault);
    }
    // The other lint says of what does not tile its bytes that it does not.
    if segments.iter().any(|segment| tiling_fault(segment).is_some()) {
        return None;
    }
    let whole = matches!(vector.input, Input::Bytes(_));
    if whole
        && let Some(fault) = segments.iter().find_map(|segment| whole_text_fault(segment, profile, source))
    {
        return Some(fault);
    }
    let now = (segments, profile == Profile::Mutf8);
    if compared.contains(&now) {
        return None;
    }
    let fault = now.0.iter().find_map(|segment| segment_fault(segment, profile, source));
    compared.push(now);
    fault
}

/// What the codec's policies and forms of text make of a segment otherwise than `source`.
pub(crate) fn segment_fault(
    segment: &SegmentEvents,
    profile: Profile,
    source: &TextSource,
) -> Option<String> {
    let values: Vec<u32> = segment.events.iter().filter_map(Event::value).collect();
    policy_fault(segment, profile, source).or_else(|| codes_fault(&values, profile, source))
}

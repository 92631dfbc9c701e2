//! The codec against sources that share no code with it, on all code points, on probes, and on every vector.

use illformed_codec::{Decoder, Event, Profile};
use illformed_judge::codec_check::{code_fault, codec_fault, codes_fault, stream_fault, whole_text_fault};
use illformed_judge::expected::{Ruling, SegmentEvents, segment_events};
use illformed_judge::lint::{LintFinding, numbered, tiling_fault};
use illformed_judge::second_source::TextSource;
use illformed_vectors::{Input, Place, Suite, Vector};

/// How many characters of a reason that names no vector are shown.
const REASON: usize = 300;

/// What the codec says otherwise than `source` whatever the vectors are: every code point in every form, and the probes that a
/// run begins with.
pub fn lint_codec(source: &TextSource) -> Option<LintFinding> {
    let fault = code_fault(0..=0x10_FFFF, source).or_else(|| codec_fault(source))?;
    let place = Place { file: "the codec".to_owned(), line: None, pointer: String::new() };
    let shortened = match fault.char_indices().nth(REASON) {
        Some((end, _)) => format!("{} ...", &fault[..end]),
        None => fault,
    };
    Some(LintFinding { place, vector: None, profile: None, reason: shortened })
}

/// Everything that the codec says otherwise than `source` of a vector, whole and byte by byte, worked out when it is asked for.
pub fn lint_texts<'a>(suite: &'a Suite, source: &'a TextSource) -> impl Iterator<Item = LintFinding> {
    // One object for each profile: what a vector leaves behind would show in the next.
    let mut decoders: Vec<_> = Profile::ALL.iter().map(|&profile| (profile, Decoder::new(profile))).collect();
    numbered(suite).flat_map(move |(file, number, vector)| {
        let mut compared = Vec::new();
        let fault = |(profile, decoder): &mut (Profile, Decoder)| {
            let reason = vector_fault(vector, *profile, decoder, &mut compared, source)?;
            let place = suite.place_of_vector(file, number, "");
            Some(LintFinding { place, vector: Some(vector.id.to_string()), profile: Some(*profile), reason })
        };
        decoders.iter_mut().filter_map(fault).collect::<Vec<_>>()
    })
}

/// What decides which texts are compared: the segments, and whether their codes are units of UTF-16.
type ComparedSegments = (Vec<SegmentEvents>, bool);

fn vector_fault(
    vector: &Vector,
    profile: Profile,
    decoder: &mut Decoder,
    compared: &mut Vec<ComparedSegments>,
    source: &TextSource,
) -> Option<String> {
    // Where the standard is silent, the codec's own answer is held to.
    let segments = segment_events(vector, profile, Some(Ruling::Accept)).ok()?;
    if let Some(fault) = segments.iter().find_map(|segment| stream_fault(&segment.bytes, decoder, profile)) {
        return Some(fault);
    }
    // The other lint says of what does not tile its bytes that it does not.
    if segments
        .iter()
        .any(|SegmentEvents { bytes, events, pending }| tiling_fault(events, *pending, bytes.len()).is_some())
    {
        return None;
    }
    let now = (segments, profile == Profile::Mutf8);
    if compared.contains(&now) {
        return None;
    }
    let whole = matches!(vector.input, Input::Bytes(_));
    let fault = now.0.iter().find_map(|segment| {
        let of_whole = whole.then(|| whole_text_fault(&segment.bytes, profile, source)).flatten();
        let values: Vec<u32> = segment.events.iter().filter_map(Event::value).collect();
        of_whole.or_else(|| codes_fault(&values, profile, source))
    });
    compared.push(now);
    fault
}

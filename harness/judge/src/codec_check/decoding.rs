//! The codec's decoders against the arithmetic oracle, which shares no code with them: whole inputs, and streams byte by byte.

use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{Decoder, ErrorKind, Event, Profile, events, validate};
use std::iter::zip;

/// Byte by byte, and all at once.
const CHUNKS: [usize; 2] = [1, usize::MAX];

/// The longest sequence of any profile, in bytes.
const LONGEST: usize = 6;

/// The first difference between the codec and the oracle on `bytes` as a whole, as a lower-case fragment; `None` if they agree.
pub(crate) fn whole_fault(bytes: &[u8], profile: Profile) -> Option<String> {
    let expected = arithmetic::events(bytes, Limits::of(profile));
    let mut found = events(bytes, profile);
    for event in &expected {
        let found = found.next();
        if found != Some(*event) {
            return Some(format!("events yields {found:?} under {profile}, {event:?} is expected"));
        }
    }
    if let Some(event) = found.next() {
        return Some(format!("events yields {event:?} under {profile} after the end of the input"));
    }
    // What follows an error is well-formed up to the next one.
    let mut start = 0;
    for event in &expected {
        if let Event::Error { kind, at, len } = *event {
            let first = Err((kind, at - start, (kind != ErrorKind::Incomplete).then_some(len)));
            let found = validated(&bytes[start..], profile);
            if found != first {
                return Some(format!("validate says {found:?} after {start} bytes, {first:?} is expected"));
            }
            start = at + len;
        }
    }
    let found = validated(&bytes[start..], profile);
    (found != Ok(())).then(|| format!("validate says {found:?} after {start} bytes, Ok is expected"))
}

fn validated(bytes: &[u8], profile: Profile) -> Result<(), (ErrorKind, usize, Option<usize>)> {
    validate(bytes, profile).map_err(|error| (error.kind(), error.valid_up_to(), error.error_len()))
}

/// The first difference between `decoder` and the oracle on `bytes` as a stream: events and their bytes, the byte that decides
/// each, what is pending, the offset, the end and a reset. `None` if they agree.
///
/// `decoder` has to be at the start of a stream, and is again after it agreed.
pub fn stream_fault(bytes: &[u8], decoder: &mut Decoder, profile: Profile) -> Option<String> {
    if decoder.profile() != profile {
        return Some(format!("the decoder of {profile:?} says that it is one of {:?}", decoder.profile()));
    }
    let limits = Limits::of(profile);
    let events = arithmetic::events(bytes, limits);
    let expected: Vec<_> = zip(&events, arithmetic::decided_by(bytes, &events, limits)).collect();
    // What is fed and forgotten leaves nothing behind.
    decoder.feed(&bytes[bytes.len().saturating_sub(LONGEST)..], |_, _| ());
    decoder.reset();
    CHUNKS.iter().find_map(|&chunk| chunks_fault(bytes, chunk, &expected, decoder, profile))
}

fn chunks_fault(
    bytes: &[u8],
    chunk: usize,
    expected: &[(&Event, Option<usize>)],
    decoder: &mut Decoder,
    profile: Profile,
) -> Option<String> {
    let mut fault = None;
    let mut left = expected.iter().copied();
    let (mut offset, mut fed) = (0, 0);
    let mut compare = |event: Event, of_event: &[u8], fed: Option<usize>| {
        let expected = left.next();
        let is_due = |decided_by: Option<usize>| match (decided_by, fed) {
            (Some(decided_by), Some(fed)) => decided_by <= fed && fed - decided_by < chunk,
            (decided_by, fed) => decided_by == fed,
        };
        let is_right = expected.is_some_and(|(known, decided_by)| event == *known && is_due(decided_by));
        let covered = bytes.get(arithmetic::start(&event)..arithmetic::end(&event));
        if fault.is_none() && !(is_right && covered == Some(of_event)) {
            let when = |bytes: Option<usize>| {
                bytes.map_or("at the end".to_owned(), |bytes| format!("after {bytes} bytes"))
            };
            let expected = expected.map_or("nothing more".to_owned(), |(known, decided_by)| {
                format!("{known:?} {}", when(decided_by))
            });
            fault = Some(format!(
                "Decoder yields {event:?} of {of_event:02X?} {}, expected {expected}",
                when(fed)
            ));
        }
        arithmetic::end(&event)
    };
    for part in bytes.chunks(chunk) {
        fed += part.len();
        decoder.feed(part, |event, of_event| offset = compare(event, of_event, Some(fed)));
        if decoder.offset() != offset || bytes.get(offset..fed) != Some(decoder.pending()) {
            let (at, pending) = (decoder.offset(), decoder.pending());
            return Some(format!(
                "Decoder has {pending:02X?} pending at {at} after {fed} bytes under {profile}, the last event ends at {offset}"
            ));
        }
    }
    decoder.finish(|event, of_event| offset = compare(event, of_event, None));
    if let Some((event, _)) = left.next() {
        fault = fault.or_else(|| Some(format!("Decoder never yields {event:?}")));
    }
    if let Some(fault) = fault {
        return Some(format!("{fault} (under {profile}, in chunks of {chunk})"));
    }
    (decoder.offset() != 0 || !decoder.pending().is_empty())
        .then(|| format!("Decoder is not as new after finish under {profile}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decoder_of_another_profile_is_told() {
        let fault = stream_fault(b"", &mut Decoder::new(Profile::Rfc2279), Profile::Rfc3629);
        assert!(fault.is_some_and(|fault| fault.contains("Rfc2279")));
    }
}

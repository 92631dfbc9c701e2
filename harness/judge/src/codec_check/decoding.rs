//! The codec's decoders against the arithmetic oracle, which shares no code with them: whole inputs, and streams byte by byte.

use crate::oracle::arithmetic::{self, Limits};
use illformed_codec::{Decoder, ErrorKind, Event, Profile, events, validate};
use illformed_vectors::Call;
use std::sync::LazyLock;

/// A call for each byte: a run makes a hundred thousand of them before it judges.
static BYTES: LazyLock<Vec<Call>> =
    LazyLock::new(|| (0..=u8::MAX).map(|byte| Call::Feed(vec![byte])).collect());

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

/// The first difference between `decoder` and the oracle on `bytes` as a stream, byte by byte and all at once: see
/// [`stream_is_whole`]. `None` if they agree.
///
/// `decoder` has to be at the start of a stream, and is again after it agreed.
pub fn stream_fault(bytes: &[u8], decoder: &mut Decoder, profile: Profile) -> Option<String> {
    if decoder.profile() != profile {
        return Some(format!("the decoder of {profile:?} says that it is one of {:?}", decoder.profile()));
    }
    let expected = arithmetic::events(bytes, Limits::of(profile));
    // What is fed and forgotten leaves nothing behind.
    decoder.feed(&bytes[bytes.len().saturating_sub(LONGEST)..], |_, _| ());
    decoder.reset();
    let by_byte: Vec<&Call> = bytes.iter().map(|byte| &BYTES[usize::from(*byte)]).collect();
    let at_once = Call::Feed(bytes.to_vec());
    [("byte by byte", &by_byte[..]), ("at once", &[&at_once])].into_iter().find_map(|(how, calls)| {
        let calls = calls.iter().copied().chain([&Call::Finish]);
        let outcome = stream_is_whole(decoder, calls, bytes, expected.iter().copied(), make_call);
        let (differs, detail) = outcome.err()?;
        Some(format!("Decoder, {how} under {profile}: {differs}: {detail}"))
    })
}

/// Takes each event with the bytes that it covers.
pub type EventSink<'a> = &'a mut dyn FnMut(Event, &[u8]);

/// Makes `call` on `decoder`.
pub fn make_call(decoder: &mut Decoder, call: &Call, sink: EventSink<'_>) {
    match call {
        Call::Feed(chunk) => decoder.feed(chunk, sink),
        Call::Finish => decoder.finish(sink),
        Call::Reset => decoder.reset(),
    }
}

/// Fails unless `decoder` yields the events `expected` of `text`, each once, with the bytes that it covers and as soon as it is
/// decided, when `make` makes `calls` on it. They are one stream, which feeds `text` and may end in a finish or a reset; after
/// either the decoder has to be as new. Fails with what differs, and how.
pub fn stream_is_whole<'a>(
    decoder: &mut Decoder,
    calls: impl IntoIterator<Item = &'a Call>,
    text: &[u8],
    mut expected: impl Iterator<Item = Event>,
    make: impl Fn(&mut Decoder, &Call, EventSink<'_>),
) -> Result<(), (&'static str, String)> {
    // Up to where there were bytes, and events.
    let (mut fed, mut decided) = (0, 0);
    for call in calls {
        let (before, mut wrong) = (decided, None);
        make(decoder, call, &mut |event, covered| {
            let whole = expected.next();
            // They are few: to call what compares memory, which a fuzz engine listens to, takes longer than to look at each.
            let is_own = text.get(event.at()..event.end()).is_some_and(|own| own.iter().eq(covered));
            if wrong.is_none() && (whole != Some(event) || !is_own) {
                wrong = Some(format!("{event:?} of the bytes {covered:02X?}, whole {whole:?}"));
            }
            decided = event.end();
        });
        let is_end = !matches!(call, Call::Feed(_));
        if let Some(wrong) = wrong {
            return Err((if is_end { "an event of the end" } else { "an event of a chunk" }, wrong));
        }
        fed += call.fed().len();
        match call {
            // What a chunk of no bytes does shows in the next.
            Call::Feed(chunk) if chunk.is_empty() => continue,
            Call::Reset if decided != before => {
                return Err(("yields an event of a reset", decided.to_string()));
            }
            Call::Finish => {
                if let Some(event) = expected.next() {
                    return Err(("leaves out an event", format!("{event:?}")));
                }
            }
            _ => {}
        }
        let (offset, undecided) = if is_end { (0, Some(&[][..])) } else { (decided, text.get(decided..fed)) };
        if decoder.offset() != offset {
            return Err(("offset of the next event", format!("{} and not {offset}", decoder.offset())));
        }
        let pending = decoder.pending();
        let is_undecided = undecided.is_some_and(|undecided| undecided.iter().eq(pending));
        if !is_undecided || !could_be_completed(pending, decoder.profile()) {
            return Err(("what is pending", format!("{pending:02X?} of {undecided:02X?}")));
        }
    }
    Ok(())
}

/// Whether `pending` is nothing, or something that more bytes could complete.
fn could_be_completed(pending: &[u8], profile: Profile) -> bool {
    let is_open =
        |event: Event| event.error_kind() == Some(ErrorKind::Incomplete) && event.len() == pending.len();
    arithmetic::each_event(pending, Limits::of(profile)).all(is_open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decoder_of_another_profile_is_told() {
        let fault = stream_fault(b"", &mut Decoder::new(Profile::Rfc2279), Profile::Rfc3629);
        assert!(fault.is_some_and(|fault| fault.contains("Rfc2279")));
    }

    #[test]
    fn what_more_bytes_could_complete_is_one_incomplete_sequence() {
        let is_open = |pending: &[u8]| could_be_completed(pending, Profile::Rfc3629);
        assert!([&b""[..], b"\xE2", b"\xF0\x9F\x98"].into_iter().all(is_open));
        assert!(![&b"A"[..], b"\xE2\x82\x80", b"\xF5", b"\xE2\xE2"].into_iter().any(is_open));
    }
}

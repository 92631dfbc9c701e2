//! A decoder that is fed in chunks, beside the events of the whole.

use crate::failure::Failure;
use crate::property::agreement::{Outcome, same};
use illformed_codec::{Decoder, ErrorKind, Event, events};
use std::{mem, ptr};

/// A call on a decoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    Feed(&'a [u8]),
    Finish,
    Reset,
}

/// Takes each event with the bytes that it covers.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(Event, &[u8]);

/// Calls the codec's decoder. The tests call it in wrong ways.
pub(crate) fn call(decoder: &mut Decoder, step: Step<'_>, sink: Sink<'_>) {
    match step {
        Step::Feed(chunk) => decoder.feed(chunk, sink),
        Step::Finish => decoder.finish(sink),
        Step::Reset => decoder.reset(),
    }
}

/// Whether `covered` are the bytes of `event` in `text`.
pub(crate) fn covers(text: &[u8], event: Event, covered: &[u8]) -> bool {
    // Mostly they are a part of the text itself, which has not to be looked at to be the same. Else they are few: to call
    // what compares memory, which an engine listens to, takes longer than to look at each.
    let own = text.get(event.at()..event.end());
    own.is_some_and(|own| ptr::eq(own, covered) || own.iter().eq(covered))
}

/// Whether `decoder`, at the start of a stream, yields the events of `text`, each once, with the bytes that it covers and as
/// soon as they are decided, when it is fed `chunks` of it; and whether after `end`, if there is one, it is as new.
pub(crate) fn stream_is_whole<'a>(
    decoder: &mut Decoder,
    call: impl Fn(&mut Decoder, Step<'_>, Sink<'_>),
    text: &[u8],
    chunks: impl Iterator<Item = &'a [u8]>,
    end: Option<Step<'_>>,
) -> Outcome {
    let expected = events(text, decoder.profile());
    let mut comparison = Comparison { text, expected, decided: 0, outcome: Ok(()) };
    let mut fed = 0;
    for chunk in chunks {
        call(decoder, Step::Feed(chunk), &mut |event, covered| {
            comparison.take("an event of a chunk", event, covered);
        });
        // What a chunk of no bytes does shows in the next.
        if chunk.is_empty() {
            continue;
        }
        fed += chunk.len();
        mem::replace(&mut comparison.outcome, Ok(()))?;
        let decided = comparison.decided;
        same("offset of the next event", ("events", [decided]), ("decoder", [decoder.offset()]))?;
        pending_is_incomplete(&text[decided..fed], decoder)?;
    }
    let Some(end) = end else { return comparison.outcome };
    let decided = comparison.decided;
    call(decoder, end, &mut |event, covered| comparison.take("an event of the end", event, covered));
    comparison.outcome?;
    if let (Step::Finish, Some(event)) = (end, comparison.expected.next()) {
        return Err(Failure::new("decoder", "leaves out an event", format!("{event:?}")));
    }
    if end == Step::Reset && comparison.decided != decided {
        return Err(Failure::new("decoder", "yields an event of a reset", ""));
    }
    same("offset after the end", ("a new decoder", [0]), ("decoder", [decoder.offset()]))?;
    pending_is_incomplete(&[], decoder)
}

/// The events of the whole text, as far as chunks have not come to them.
struct Comparison<'a, E> {
    text: &'a [u8],
    expected: E,
    /// Up to where there were events.
    decided: usize,
    outcome: Outcome,
}

impl<E: Iterator<Item = Event>> Comparison<'_, E> {
    fn take(&mut self, differs: &str, event: Event, covered: &[u8]) {
        let whole = self.expected.next();
        if self.outcome.is_ok() && (whole != Some(event) || !covers(self.text, event, covered)) {
            let detail = format!("{event:?} of the bytes {covered:02X?}, whole {whole:?}");
            self.outcome = Err(Failure::new("decoder", differs, detail));
        }
        self.decided = event.end();
    }
}

/// Whether what is pending is the `undecided` rest of what was fed, and more bytes could complete it.
fn pending_is_incomplete(undecided: &[u8], decoder: &Decoder) -> Outcome {
    let pending = decoder.pending();
    let open =
        |event: Event| event.error_kind() == Some(ErrorKind::Incomplete) && event.len() == pending.len();
    if undecided.iter().eq(pending) && events(pending, decoder.profile()).all(open) {
        return Ok(());
    }
    let detail = format!("{pending:02X?} is pending, {undecided:02X?} is undecided");
    Err(Failure::new("decoder", "what is pending", detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_codec::Profile;

    type Faulty = fn(&mut Decoder, Step<'_>, Sink<'_>);

    /// A stream that ends, one that is cut by a reset, and another, byte by byte with chunks of no bytes.
    fn follows(call: impl Fn(&mut Decoder, Step<'_>, Sink<'_>)) -> Outcome {
        let mut decoder = Decoder::new(Profile::Rfc3629);
        let streams: [(&[u8], Step<'_>); 3] = [
            (b"A\xE2\x82\xACB\xF0\x9F", Step::Finish),
            (b"\x98\xE2", Step::Reset),
            (b"\x82\xE2", Step::Finish),
        ];
        streams.into_iter().try_for_each(|(text, end)| {
            let chunks = text.chunks(1).flat_map(|byte| [byte, &[]]);
            stream_is_whole(&mut decoder, &call, text, chunks, Some(end))
        })
    }

    #[test]
    fn every_fault_of_calls_is_seen() {
        assert_eq!(follows(call), Ok(()));
        let faults: [(&str, Faulty); 7] = [
            ("an empty chunk forgets", |decoder, step, sink| match step {
                Step::Feed([]) => decoder.reset(),
                _ => call(decoder, step, sink),
            }),
            ("a chunk forgets", |decoder, step, sink| {
                decoder.reset();
                call(decoder, step, sink);
            }),
            ("a chunk finishes", |decoder, step, sink| {
                call(decoder, step, sink);
                decoder.finish(sink);
            }),
            ("a byte is taken for another", |decoder, step, sink| match step {
                Step::Feed([0x42]) => decoder.feed(b"A", sink),
                _ => call(decoder, step, sink),
            }),
            ("the end is silent", |decoder, step, sink| match step {
                Step::Finish => decoder.reset(),
                _ => call(decoder, step, sink),
            }),
            ("the end keeps what waits", |decoder, step, sink| match step {
                Step::Finish => decoder.clone().finish(sink),
                _ => call(decoder, step, sink),
            }),
            ("a reset does nothing", |decoder, step, sink| match step {
                Step::Reset => {}
                _ => call(decoder, step, sink),
            }),
        ];
        for (name, faulty) in faults {
            assert!(follows(faulty).is_err(), "{name}");
        }
    }

    #[test]
    fn what_is_pending_is_what_more_bytes_could_complete() {
        let mut decoder = Decoder::new(Profile::Rfc3629);
        decoder.feed(b"\xE2\x82", |_, _| ());
        assert_eq!(pending_is_incomplete(b"\xE2\x82", &decoder), Ok(()));
        for undecided in [&b""[..], b"\xE2", b"\xE2\x82\x80"] {
            assert!(pending_is_incomplete(undecided, &decoder).is_err(), "{undecided:02X?}");
        }
    }
}

//! A decoder that is called, beside the events of all that it was fed.

use crate::failure::PropertyFailure;
use crate::property::agreement::{PropertyOutcome, none, same};
use illformed_codec::{Decoder, ErrorKind, Event, Profile, events};
use illformed_vectors::Call;

/// Takes each event with the bytes that it covers.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(Event, &[u8]);

/// Calls the codec's decoder. The tests call it in wrong ways.
pub(crate) fn call(decoder: &mut Decoder, call: &Call, sink: Sink<'_>) {
    match call {
        Call::Feed(chunk) => decoder.feed(chunk, sink),
        Call::Finish => decoder.finish(sink),
        Call::Reset => decoder.reset(),
    }
}

/// Makes `calls` on one decoder for `profile`. Each stretch up to a finish or a reset is a stream of its own: the decoder yields
/// the events of all that is fed in it, each once, with the bytes that it covers and as soon as it is decided; after a finish or
/// a reset it is as new.
pub(crate) fn streams_are_whole(
    profile: Profile,
    calls: &[Call],
    call: impl Fn(&mut Decoder, &Call, Sink<'_>),
) -> PropertyOutcome {
    let mut decoder = Decoder::new(profile);
    let streams = calls.split_inclusive(|call| matches!(call, Call::Finish | Call::Reset));
    streams.enumerate().try_for_each(|(number, stream)| {
        stream_is_whole(&mut decoder, stream, &call)
            .map_err(|failure| failure.within(format_args!("stream {number}, {stream:02X?}")))
    })
}

fn stream_is_whole(
    decoder: &mut Decoder,
    calls: &[Call],
    make: impl Fn(&mut Decoder, &Call, Sink<'_>),
) -> PropertyOutcome {
    let text = calls.iter().map(Call::fed).collect::<Vec<_>>().concat();
    let mut expected = events(&text, decoder.profile());
    // Up to where there were bytes, and events.
    let (mut fed, mut decided) = (0, 0);
    for call in calls {
        let differs =
            if matches!(call, Call::Feed(_)) { "an event of a chunk" } else { "an event of the end" };
        let (before, mut outcome) = (decided, Ok(()));
        make(decoder, call, &mut |event, covered| {
            let whole = expected.next();
            // They are few: to call what compares memory, which an engine listens to, takes longer than to look at each.
            let is_own = text.get(event.at()..event.end()).is_some_and(|own| own.iter().eq(covered));
            if outcome.is_ok() && (whole != Some(event) || !is_own) {
                let detail = format!("{event:?} of the bytes {covered:02X?}, whole {whole:?}");
                outcome = Err(PropertyFailure::new("decoder", differs, detail));
            }
            decided = event.end();
        });
        outcome?;
        fed += call.fed().len();
        let (what, right, offset, undecided) = match call {
            // What a chunk of no bytes does shows in the next.
            Call::Feed(chunk) if chunk.is_empty() => continue,
            Call::Feed(_) => ("offset of the next event", "events", decided, &text[decided..fed]),
            Call::Finish | Call::Reset => ("offset after the end", "a new decoder", 0, &[][..]),
        };
        let of_reset = Some(decided).filter(|at| *call == Call::Reset && *at != before);
        none("decoder", "yields an event of a reset", of_reset)?;
        if *call == Call::Finish {
            none("decoder", "leaves out an event", expected.next())?;
        }
        same(what, (right, [offset]), ("decoder", [decoder.offset()]))?;
        pending_is_incomplete(undecided, decoder)?;
    }
    Ok(())
}

/// Whether what is pending is the `undecided` rest of what was fed, and more bytes could complete it.
fn pending_is_incomplete(undecided: &[u8], decoder: &Decoder) -> PropertyOutcome {
    let pending = decoder.pending();
    let open =
        |event: Event| event.error_kind() == Some(ErrorKind::Incomplete) && event.len() == pending.len();
    let is_wrong = undecided.iter().ne(pending) || !events(pending, decoder.profile()).all(open);
    none("decoder", "what is pending", is_wrong.then_some((pending, undecided)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use illformed_vectors::Script;

    type Faulty = fn(&mut Decoder, &Call, Sink<'_>);

    /// A stream that ends, one that is cut by a reset, and another, byte by byte with chunks of no bytes.
    fn follows(call: Faulty) -> PropertyOutcome {
        let script = "41 - e2 - 82 - ac - 42 - f0 - 9f - . ~ 98 - e2 - ~ 82 - e2 - .";
        streams_are_whole(Profile::Rfc3629, script.parse::<Script>().unwrap().calls(), call)
    }

    #[test]
    fn every_fault_of_calls_is_seen() {
        assert_eq!(follows(call), Ok(()));
        let faults: [(&str, Faulty); 7] = [
            ("an empty chunk forgets", |decoder, made, sink| match made {
                Call::Feed(chunk) if chunk.is_empty() => decoder.reset(),
                _ => call(decoder, made, sink),
            }),
            ("a chunk forgets", |decoder, made, sink| {
                decoder.reset();
                call(decoder, made, sink);
            }),
            ("a chunk finishes", |decoder, made, sink| {
                call(decoder, made, sink);
                decoder.finish(sink);
            }),
            ("a byte is taken for another", |decoder, made, sink| match made {
                Call::Feed(chunk) if chunk == b"B" => decoder.feed(b"A", sink),
                _ => call(decoder, made, sink),
            }),
            ("the end is silent", |decoder, made, sink| match made {
                Call::Finish => decoder.reset(),
                _ => call(decoder, made, sink),
            }),
            ("the end keeps what waits", |decoder, made, sink| match made {
                Call::Finish => decoder.clone().finish(sink),
                _ => call(decoder, made, sink),
            }),
            ("a reset does nothing", |decoder, made, sink| match made {
                Call::Reset => {}
                _ => call(decoder, made, sink),
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

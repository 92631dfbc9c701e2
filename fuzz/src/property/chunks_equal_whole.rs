//! However the input is cut, the chunked decoder yields the events of the whole.

use crate::property::agreement::{hold, same};
use crate::property::chunk_decoder::{ChunkDecoder, covers};
use illformed_codec::{Decoder, ErrorKind, Event, Profile, events};

/// The last byte says where the others are cut: before each byte whose number modulo 8 is that of a bit that is set. An
/// empty chunk follows each cut. Returns when, under every profile, the chunked decoder yields the events of the whole
/// with the bytes that they cover, and what is pending after each chunk is exactly what more bytes could complete, from the
/// offset that it says.
///
/// # Panics
///
/// If not; the message has the bytes in hex and the first thing that disagrees.
pub fn chunks_equal_whole(bytes: &[u8]) {
    let outcome = Profile::ALL.iter().copied().try_for_each(|profile| {
        cut_as_encoded(bytes, profile, &mut Decoder::new(profile))
            .map_err(|error| format!("{profile}: {error}"))
    });
    hold("chunks_equal_whole", bytes, outcome);
}

/// What `bytes` are read as: the chunks that are fed; `None` of no bytes.
pub fn chunks(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let (&cuts, text) = bytes.split_last()?;
    Some(cut(text, cuts).collect())
}

/// `text` cut before each byte whose number modulo 8 is that of a bit of `cuts`.
fn cut(text: &[u8], cuts: u8) -> impl Iterator<Item = &[u8]> {
    let mut chunk_at = 0;
    let ends = (1..=text.len()).filter(move |at| *at == text.len() || cuts & (1 << (at % 8)) != 0);
    ends.map(move |end| {
        let chunk = &text[chunk_at..end];
        chunk_at = end;
        chunk
    })
}

fn cut_as_encoded(bytes: &[u8], profile: Profile, decoder: &mut impl ChunkDecoder) -> Result<(), String> {
    let Some((&cuts, text)) = bytes.split_last() else { return Ok(()) };
    let mut comparison = Comparison { text, expected: events(text, profile), decided: 0, outcome: Ok(()) };
    let mut fed = 0;
    for chunk in cut(text, cuts) {
        decoder.feed(chunk, &mut |event, covered: &[u8]| comparison.take("in chunks", event, covered));
        decoder.feed(&[], &mut |event, covered: &[u8]| comparison.take("of no bytes", event, covered));
        fed += chunk.len();
        comparison.outcome.clone()?;
        let decided = comparison.decided;
        same(&"offset of the next event", ("events", [decided]), ("offset", [decoder.offset()]))?;
        pending_is_incomplete(&text[decided..fed], decoder.pending(), profile)?;
    }
    decoder.finish(&mut |event, covered: &[u8]| comparison.take("at the end", event, covered));
    comparison.outcome?;
    comparison.expected.next().map_or(Ok(()), |event| Err(format!("in chunks there is no {event:?}")))
}

/// The events of the whole text, as far as chunks have not come to them.
struct Comparison<'a, E> {
    text: &'a [u8],
    expected: E,
    /// Up to where there were events.
    decided: usize,
    outcome: Result<(), String>,
}

impl<E: Iterator<Item = Event>> Comparison<'_, E> {
    fn take(&mut self, place: &str, event: Event, covered: &[u8]) {
        let whole = self.expected.next();
        if self.outcome.is_ok() && (whole != Some(event) || !covers(self.text, event, covered)) {
            self.outcome = Err(format!("{place} {event:?} of the bytes {covered:X?}, whole {whole:?}"));
        }
        self.decided = event.end();
    }
}

/// Whether `pending` is the `undecided` rest of what was fed, and more bytes could complete it.
fn pending_is_incomplete(undecided: &[u8], pending: &[u8], profile: Profile) -> Result<(), String> {
    if undecided.iter().ne(pending) {
        return Err(format!("{pending:02X?} is pending, {undecided:02X?} is undecided"));
    }
    let open =
        |event: Event| event.error_kind() == Some(ErrorKind::Incomplete) && event.len() == pending.len();
    if events(pending, profile).all(open) {
        return Ok(());
    }
    Err(format!("{pending:02X?} is pending, though it is decided"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::chunk_decoder::{Fault, Faulty};

    #[test]
    fn faults_of_chunks_are_seen() {
        // Cut before every byte.
        let bytes = b"A\xE2\x82\xACB\xF0\x9F\xFF";
        let check =
            |fault| cut_as_encoded(bytes, Profile::Rfc3629, &mut Faulty::new(Profile::Rfc3629, fault));
        assert_eq!(check(Fault::None), Ok(()));
        for fault in [
            Fault::EmptyChunkForgets,
            Fault::ChunkForgets,
            Fault::ChunkFinishes,
            Fault::FinishIsSilent,
            Fault::OffsetIsPast,
        ] {
            assert!(check(fault).is_err(), "{fault:?}");
        }
    }

    #[test]
    fn what_is_pending_is_what_more_bytes_could_complete() {
        let check = |undecided, pending| pending_is_incomplete(undecided, pending, Profile::Rfc3629);
        assert_eq!(check(b"\xE2\x82", b"\xE2\x82"), Ok(()));
        assert_eq!(check(b"", b""), Ok(()));
        assert!(check(b"\xE2\x82", b"\xE2").is_err());
        assert!(check(b"A", b"A").is_err());
        assert!(check(b"\xFF\xFF", b"\xFF\xFF").is_err());
        assert!(check(b"\xFF", b"\xFF").is_err());
    }

    #[test]
    fn every_cut_of_the_pairs_of_the_dialects_holds() {
        for cuts in 0..=u8::MAX {
            chunks_equal_whole(&[&b"\xED\xA0\x80\xED\xB0\x80\xED\xA0\x80\xED"[..], &[cuts]].concat());
        }
    }
}

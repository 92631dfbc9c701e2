//! What the properties of chunks ask of a decoder, so that a faulty one can stand in for the codec's.

#[cfg(test)]
use illformed_codec::Profile;
use illformed_codec::{Decoder, Event};
use std::ptr;

/// Takes each event with the bytes that it covers.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(Event, &[u8]);

/// Whether `covered` are the bytes of `event` in `text`.
pub(crate) fn covers(text: &[u8], event: Event, covered: &[u8]) -> bool {
    // Mostly they are a part of the text itself, which has not to be looked at to be the same. Else they are few: to call
    // what compares memory, which an engine listens to, takes longer than to look at each.
    let own = text.get(event.at()..event.end());
    own.is_some_and(|own| ptr::eq(own, covered) || own.iter().eq(covered))
}

/// A decoder that is fed chunks.
pub(crate) trait ChunkDecoder {
    fn feed(&mut self, chunk: &[u8], sink: Sink<'_>);
    fn finish(&mut self, sink: Sink<'_>);
    fn reset(&mut self);
    fn pending(&self) -> &[u8];
    fn offset(&self) -> usize;
}

impl ChunkDecoder for Decoder {
    fn feed(&mut self, chunk: &[u8], sink: Sink<'_>) {
        Decoder::feed(self, chunk, sink);
    }

    fn finish(&mut self, sink: Sink<'_>) {
        Decoder::finish(self, sink);
    }

    fn reset(&mut self) {
        Decoder::reset(self);
    }

    fn pending(&self) -> &[u8] {
        Decoder::pending(self)
    }

    fn offset(&self) -> usize {
        Decoder::offset(self)
    }
}

/// A decoder with a fault, for the tests that a property sees one.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct Faulty {
    pub(crate) decoder: Decoder,
    pub(crate) fault: Fault,
}

#[cfg(test)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// It loses what is pending when a chunk is empty.
    EmptyChunkForgets,
    /// It starts anew with each chunk.
    ChunkForgets,
    /// It ends the input with each chunk.
    ChunkFinishes,
    /// It says that the next event is a byte later.
    OffsetIsPast,
    /// What is pending at the end makes no error.
    FinishIsSilent,
    /// It goes on after the end as if there had been none.
    FinishKeeps,
    /// A reset does nothing.
    ResetKeeps,
}

#[cfg(test)]
impl Faulty {
    pub(crate) fn new(profile: Profile, fault: Fault) -> Self {
        Self { decoder: Decoder::new(profile), fault }
    }
}

#[cfg(test)]
impl ChunkDecoder for Faulty {
    fn feed(&mut self, chunk: &[u8], sink: Sink<'_>) {
        match self.fault {
            Fault::EmptyChunkForgets if chunk.is_empty() => self.decoder.reset(),
            Fault::ChunkForgets => self.decoder.reset(),
            _ => {}
        }
        self.decoder.feed(chunk, &mut *sink);
        if self.fault == Fault::ChunkFinishes {
            self.decoder.finish(sink);
        }
    }

    fn finish(&mut self, sink: Sink<'_>) {
        match self.fault {
            Fault::FinishIsSilent => self.decoder.reset(),
            Fault::FinishKeeps => self.decoder.clone().finish(sink),
            _ => self.decoder.finish(sink),
        }
    }

    fn reset(&mut self) {
        if self.fault != Fault::ResetKeeps {
            self.decoder.reset();
        }
    }

    fn pending(&self) -> &[u8] {
        self.decoder.pending()
    }

    fn offset(&self) -> usize {
        self.decoder.offset() + usize::from(self.fault == Fault::OffsetIsPast)
    }
}

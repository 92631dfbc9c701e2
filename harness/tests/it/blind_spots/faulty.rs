//! A decoder that is right but for one fault, which may depend on all that came before.

use illformed::ask::adapter::in_process::{Stream, StreamError};
use illformed_codec::{Decoder, ErrorKind, Event, Profile};
use illformed_judge::observation::Text;

/// What a faulty decoder knows when it comes to an event.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    /// How often the object was used before.
    pub(crate) uses: usize,
    /// The kind of the last error of an earlier use.
    pub(crate) before: Option<ErrorKind>,
    /// Of this use: calls, the bytes of this call, events, characters, errors, and errors in a row.
    pub(crate) calls: usize,
    pub(crate) chunk: usize,
    pub(crate) events: usize,
    pub(crate) characters: usize,
    pub(crate) errors: usize,
    pub(crate) row: usize,
    /// Of this use: the last events with their bytes, the newest first.
    pub(crate) last: Vec<(Event, Vec<u8>)>,
    /// It has decided to see nothing more.
    pub(crate) ended: bool,
}

impl History {
    pub(crate) fn last_kind(&self) -> Option<ErrorKind> {
        self.last.first().and_then(|(event, _)| event.error_kind())
    }

    pub(crate) fn last_value(&self) -> Option<u32> {
        self.last.first().and_then(|(event, _)| event.value())
    }

    pub(crate) fn last_bytes(&self) -> &[u8] {
        self.last.first().map_or(&[], |(_, bytes)| bytes)
    }

    pub(crate) fn take(&mut self, event: Event, bytes: &[u8]) {
        self.events += 1;
        let error = event.error_kind().is_some();
        self.characters += usize::from(!error);
        self.errors += usize::from(error);
        self.row = if error { self.row + 1 } else { 0 };
        self.last.insert(0, (event, bytes.to_vec()));
        self.last.truncate(3);
    }
}

/// What becomes of an event.
pub(crate) enum Shown {
    Right,
    Nothing,
    Code(u32),
    At(usize),
    End,
}

use Shown::{At, Code, End, Nothing, Right};

pub(crate) type Fault = fn(&History, Event, &[u8]) -> Shown;

pub(crate) struct Faulty {
    pub(crate) decoder: Decoder,
    pub(crate) fault: Fault,
    pub(crate) lossy: bool,
    pub(crate) history: History,
}

impl Faulty {
    pub(crate) fn new(lossy: bool, fault: Fault) -> Self {
        let (decoder, history) = (Decoder::new(Profile::Rfc3629), History::default());
        Self { decoder, fault, lossy, history }
    }

    pub(crate) fn call(&mut self, chunk: Option<&[u8]>) -> Result<Text, StreamError> {
        let mut found = Vec::new();
        let sink = |event: Event, bytes: &[u8]| found.push((event, bytes.to_vec()));
        match chunk {
            Some(chunk) => self.decoder.feed(chunk, sink),
            None => self.decoder.finish(sink),
        }
        self.history.chunk = chunk.map_or(0, <[u8]>::len);
        let mut text = Vec::new();
        let mut failed = None;
        for (event, bytes) in found {
            let shown = (self.fault)(&self.history, event, &bytes);
            self.history.take(event, &bytes);
            self.history.ended |= matches!(shown, End);
            if self.history.ended || failed.is_some() {
                continue;
            }
            match (shown, event) {
                (Nothing | End, _) => {}
                (Code(value), _) | (Right, Event::Code { value, .. }) => text.push(value),
                (Right | At(_), Event::Error { .. }) if self.lossy => text.push(0xFFFD),
                (At(at), Event::Error { len, .. }) | (Right, Event::Error { at, len, .. }) => {
                    failed = Some((at, len));
                }
                (At(_), Event::Code { value, .. }) => text.push(value),
            }
        }
        self.history.calls += 1;
        let text = Text::Utf32(text);
        match failed {
            None => Ok(text),
            Some((at, len)) => {
                Err(StreamError { at: Some(at), len: Some(len), incomplete: false, text: Some(text) })
            }
        }
    }
}

impl Stream for Faulty {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        self.call(Some(chunk))
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        self.call(None)
    }

    fn reset(&mut self) {
        self.decoder.reset();
        let kind = self.history.last.iter().find_map(|(event, _)| event.error_kind());
        self.history = History {
            uses: self.history.uses + 1,
            before: kind.or(self.history.before),
            ..History::default()
        };
    }
}

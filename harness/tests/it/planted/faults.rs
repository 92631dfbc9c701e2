//! Faults that show in long inputs, in odd company, or on an object that was used before: by the company, length or use that
//! shows each.

use Shown::{Again, Code, End, Nothing, Wrapped};
use illformed::ask::adapter::in_process::{InProcessDecoder, Stream, StreamError};
use illformed_codec::{Decoder, ErrorKind, Event, Policy, Profile, Replacer};
use illformed_judge::claim::{Claim, ScriptSupport};
use illformed_judge::observation::Text;

/// When it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    Usual,
    Deep,
}

/// A decoder that shows some events otherwise, by what it knows.
#[derive(Clone, Copy)]
pub(crate) struct BlindSpot {
    pub(crate) name: &'static str,
    pub(crate) lossy: bool,
    pub(crate) seen: Seen,
    shown: Shown,
    when: When,
}

#[derive(Debug, Clone, Copy)]
enum Shown {
    Nothing,
    Code(u32),
    /// The character before it.
    Again,
    /// An error, at its offset in 16 bits.
    Wrapped,
    /// Nothing, and nothing after it either.
    End,
}

/// What a decoder knows when it comes to an event.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    /// How often the object was used before, and the kind of the last error of an earlier use.
    uses: usize,
    before: Option<ErrorKind>,
    /// Of this use: calls, the bytes of this call, events, characters, errors, and errors in a row.
    calls: usize,
    chunk: usize,
    events: usize,
    characters: usize,
    errors: usize,
    row: usize,
    /// Of this use: the last events with their bytes, the newest first.
    last: Vec<(Event, Vec<u8>)>,
    ended: bool,
}

impl History {
    fn last_kind(&self) -> Option<ErrorKind> {
        self.last.first().and_then(|(event, _)| event.error_kind())
    }

    fn last_value(&self) -> Option<u32> {
        self.last.first().and_then(|(event, _)| event.value())
    }

    fn last_bytes(&self) -> &[u8] {
        self.last.first().map_or(&[], |(_, bytes)| bytes)
    }

    fn take(&mut self, event: Event, bytes: &[u8]) {
        let error = event.error_kind().is_some();
        self.events += 1;
        self.characters += usize::from(!error);
        self.errors += usize::from(error);
        self.row = if error { self.row + 1 } else { 0 };
        self.last.insert(0, (event, bytes.to_vec()));
        self.last.truncate(3);
    }
}

impl BlindSpot {
    pub(crate) fn decoder(self) -> InProcessDecoder {
        let claim =
            if self.lossy { Claim::lossy(Policy::MaximalSubpart) } else { Claim::strict(Profile::Rfc3629) };
        let claim = Claim { script: ScriptSupport::Reset, ..claim };
        InProcessDecoder::streaming(self.name, "planted", claim, move || {
            Faulty::new(self, History::default())
        })
    }
}

struct Faulty {
    spot: BlindSpot,
    decoder: Decoder,
    replacer: Replacer,
    history: History,
}

impl Faulty {
    fn new(spot: BlindSpot, history: History) -> Self {
        let (decoder, replacer) = (Decoder::new(Profile::Rfc3629), Replacer::new(Policy::MaximalSubpart));
        Self { spot, decoder, replacer, history }
    }

    /// The codes of what it reads, up to the first error of a strict decoder.
    fn take(&mut self, events: Vec<(Event, Vec<u8>)>, chunk: usize) -> Result<Text, StreamError> {
        self.history.chunk = chunk;
        let mut codes = Vec::new();
        for (mut event, bytes) in events {
            let shown = (self.spot.when)(&self.history, event, &bytes).then_some(self.spot.shown);
            let again = self.history.last_value();
            self.history.take(event, &bytes);
            self.history.ended |= matches!(shown, Some(End));
            if self.history.ended || matches!(shown, Some(Nothing)) {
                continue;
            }
            match (shown, &mut event) {
                (Some(Code(value)), Event::Code { at, len, .. } | Event::Error { at, len, .. }) => {
                    event = Event::Code { value, at: *at, len: *len };
                }
                (Some(Again), Event::Code { value, .. }) => *value = again.unwrap_or(*value),
                (Some(Wrapped), Event::Error { at, .. }) => *at &= 0xFFFF,
                _ => {}
            }
            match event {
                Event::Error { kind, at, len } if !self.spot.lossy => {
                    let incomplete = kind == ErrorKind::Incomplete;
                    let text = Some(Text::Utf32(codes));
                    self.history.calls += 1;
                    return Err(StreamError { at: Some(at), len: Some(len), incomplete, text });
                }
                event => codes.extend(self.replacer.replace(event, &bytes)),
            }
        }
        self.history.calls += 1;
        Ok(Text::Utf32(codes))
    }
}

impl Stream for Faulty {
    fn feed(&mut self, chunk: &[u8]) -> Result<Text, StreamError> {
        let mut events = Vec::new();
        self.decoder.feed(chunk, |event, bytes| events.push((event, bytes.to_vec())));
        self.take(events, chunk.len())
    }

    fn finish(&mut self) -> Result<Text, StreamError> {
        let mut events = Vec::new();
        self.decoder.finish(|event, bytes| events.push((event, bytes.to_vec())));
        self.take(events, 0)
    }

    fn reset(&mut self) {
        let kind = self.history.last.iter().find_map(|(event, _)| event.error_kind());
        let before = kind.or(self.history.before);
        let history = History { uses: self.history.uses + 1, before, ..History::default() };
        *self = Self::new(self.spot, history);
    }
}

/// Whether an event is shown otherwise.
type When = fn(&History, Event, &[u8]) -> bool;

const fn lossy(name: &'static str, shown: Shown, when: When) -> BlindSpot {
    BlindSpot { name, lossy: true, seen: Seen::Usual, shown, when }
}

const fn strict(name: &'static str, shown: Shown, when: When) -> BlindSpot {
    BlindSpot { lossy: false, ..lossy(name, shown, when) }
}

const fn deep(spot: BlindSpot) -> BlindSpot {
    BlindSpot { seen: Seen::Deep, ..spot }
}

fn is(kind: ErrorKind, event: Event) -> bool {
    event.error_kind() == Some(kind)
}

fn is_error(event: Event) -> bool {
    event.error_kind().is_some()
}

pub(crate) const FAULTS: &[BlindSpot] = &[
    lossy("row-256", Nothing, |h, e, _| is_error(e) && h.row >= 256),
    lossy("row-500", End, |h, e, _| is_error(e) && h.row == 500),
    lossy("error-256", Nothing, |h, e, _| is_error(e) && h.errors % 256 == 255),
    lossy("error-1000", Nothing, |h, e, _| is_error(e) && h.errors >= 1000),
    lossy("truncated-255", Code(0x3F), |h, e, _| is(ErrorKind::Truncated, e) && h.row >= 254),
    lossy("surrogates-in-row", Code(0xD800), |h, e, _| is(ErrorKind::Surrogate, e) && h.row > 300),
    lossy("incomplete-late", Nothing, |h, e, _| is(ErrorKind::Incomplete, e) && h.errors >= 200),
    lossy("incomplete-after-text", Nothing, |_, e, _| is(ErrorKind::Incomplete, e) && e.at() >= 250),
    lossy("buffer-1000", Nothing, |h, _, _| h.events >= 1000),
    strict("buffer-4096", Code(0x3F), |h, _, _| h.characters >= 4096),
    strict("straddles-256", Code(0xFFFD), |_, e, _| e.at() < 256 && e.end() > 256),
    strict("straddles-500", Code(0xFFFD), |_, e, b| e.at() < 500 && e.end() > 500 && b.len() == 3),
    strict("straddles-1000", Nothing, |_, e, _| is_error(e) && e.at() == 1000),
    strict("straddles-4096", Nothing, |_, e, b| e.at() < 4096 && e.end() > 4096 && b.len() == 4),
    strict("wraps-16", Wrapped, |_, e, _| is_error(e)),
    lossy("wraps-text", End, |_, e, _| e.at() >= 65_536),
    strict("straddles-65536", Code(0xFFFD), |_, e, _| e.at() < 65_536 && e.end() > 65_536),
    lossy("call-256", Nothing, |h, _, _| h.calls == 255),
    lossy("chunk-256", Nothing, |h, e, _| h.chunk == 256 && h.calls > 0 && e.at() % 256 < 3),
    lossy("chunk-4096", Nothing, |h, e, _| is_error(e) && h.chunk == 4096 && e.at() % 4096 == 7),
    lossy("out-of-range-4096", Nothing, |h, e, _| is(ErrorKind::OutOfRange, e) && h.row >= 4096),
    strict("after-500", Nothing, |h, e, _| is_error(e) && h.characters >= 500 && h.last_bytes().len() == 3),
    strict("cut-256", Nothing, |h, _, b| h.calls >= 511 && h.chunk == 1 && b.len() == 2),
    lossy("after-cut", Nothing, |h, e, _| {
        e.value() == Some(0x1_FFFF) && h.last_kind() == Some(ErrorKind::Truncated)
    }),
    strict("after-space", Nothing, |h, e, b| {
        is(ErrorKind::OutOfRange, e) && b[0] >= 0xF5 && h.last_value() == Some(0x20)
    }),
    lossy("del-after-cut", Nothing, |h, e, _| e.value() == Some(0x7F) && h.last_bytes() == b"\xE0\xA0"),
    lossy("tab-after-fe", Nothing, |h, e, _| e.value() == Some(0x09) && h.last_bytes() == b"\xFE"),
    strict("same-middle", Code(0xFFFD), |h, e, b| {
        let last = h.last_bytes();
        let alike = b.len() == 3 && last.len() == 3 && b[1] == last[1] && b[0] != last[0] && b[2] != last[2];
        alike && !is_error(e) && h.events == 1
    }),
    strict("c0-after-fe", Nothing, |h, e, b| {
        h.before == Some(ErrorKind::NeverValid) && h.events == 0 && b == b"\xC0" && is_error(e)
    }),
    lossy("after-crlf", Nothing, |h, e, _| {
        let crlf =
            h.last_value() == Some(0x0A) && h.last.get(1).and_then(|(event, _)| event.value()) == Some(0x0D);
        is_error(e) && crlf
    }),
    lossy("ffff-after-error", Nothing, |h, e, _| {
        e.value() == Some(0xFFFF) && h.last_kind().is_some() && h.last_bytes().len() == 3
    }),
    strict("nul-ends", End, |h, e, _| is(ErrorKind::Overlong, e) && h.last_value() == Some(0)),
    lossy("sub-ends", End, |h, e, _| e.value() == Some(0x1A) && h.last_kind() == Some(ErrorKind::NeverValid)),
    lossy("mark-after-error", Nothing, |h, e, _| {
        e.value() == Some(0xFEFF) && h.last_kind().is_some() && h.last_bytes().len() == 3
    }),
    lossy("mark-before-error", Nothing, |h, e, _| {
        is(ErrorKind::OutOfRange, e) && h.last_value() == Some(0xFEFF)
    }),
    lossy("one-replacement", Nothing, |h, e, _| is_error(e) && h.last_value() == Some(0xFFFD)),
    lossy("noncharacter", Code(0xFFFD), |h, e, _| {
        e.value() == Some(0xFFFE) && h.errors > 0 && h.last_kind().is_some()
    }),
    strict("fdd0", Nothing, |h, e, _| {
        is(ErrorKind::UnexpectedContinuation, e) && h.last_value() == Some(0xFDD0)
    }),
    strict("after-last", Nothing, |h, _, b| b.first() == Some(&0xF5) && h.last_value() == Some(0x10_FFFF)),
    lossy("lf-legacy", Nothing, |h, e, _| is(ErrorKind::LegacyForm, e) && h.last_value() == Some(0x0A)),
    strict("same-lead", Again, |h, e, b| {
        let last = h.last_bytes();
        let same = b.len() == 3 && last.len() == 3 && (b[0], b[2]) == (last[0], last[2]) && b[1] != last[1];
        e.value().is_some() && same
    }),
    strict("same-lead-four", Again, |h, e, b| {
        let last = h.last_bytes();
        let same = b.len() == 4 && last.len() == 4 && b[..2] == last[..2] && b[2] != last[2];
        e.value().is_some() && same
    }),
    strict("third-use", Nothing, |h, e, _| is(ErrorKind::NeverValid, e) && h.uses == 2),
    strict("reset-c2", Nothing, |h, e, b| is_error(e) && h.uses > 0 && h.events == 0 && b == b"\xC2"),
    strict("use-256", Code(0x42), |h, e, _| e.value() == Some(0x41) && h.uses >= 255),
    lossy("use-256-error", Code(0x3F), |h, e, _| is_error(e) && h.uses == 255),
    lossy("kind-after-kind", Nothing, |h, e, _| {
        is(ErrorKind::NeverValid, e) && h.before == Some(ErrorKind::Overlong)
    }),
    lossy("surrogate-after-stray", Nothing, |h, e, _| {
        is(ErrorKind::Surrogate, e) && h.before == Some(ErrorKind::UnexpectedContinuation)
    }),
    lossy("mark-of-third-use", Nothing, |h, e, _| e.value() == Some(0xFEFF) && h.events == 0 && h.uses > 1),
    lossy("one-surrogate", Nothing, |h, e, b| e.at() > 2000 && b == b"\x95" && h.last_bytes() == b"\xAD"),
    deep(strict("one-scalar", Code(0x1_F9D0), |_, e, _| e.value() == Some(0x1_F9D1))),
    deep(strict("one-scalar-lost", Nothing, |_, e, _| e.value() == Some(0x3A7C))),
];

//! Decoding input that arrives in chunks.

use crate::grammar::{self, Lead, Start, TAIL};
use crate::planted_fault::{const_unless_planted, faulty};
use crate::{ErrorKind, Event, Profile};

/// A decoder that is fed chunks. However the input is cut, the events are those of [`events`](crate::events) on the
/// whole, and each comes out as soon as no further byte could change it.
///
/// The sink gets each event with the bytes it covers, which may have come in earlier chunks. Offsets count from the
/// start of the stream, that is from creation, [`finish`](Self::finish) or [`reset`](Self::reset).
///
/// # Examples
///
/// ```
/// use illformed_codec::{Decoder, Event, Profile};
///
/// let mut decoder = Decoder::new(Profile::Rfc3629);
/// let mut found = Vec::new();
/// decoder.feed(b"\xC3", |event, _| found.push(event));
/// assert!(found.is_empty(), "C3 alone is undecided");
/// decoder.feed(b"\xA9", |event, bytes| {
///     assert_eq!(bytes, b"\xC3\xA9");
///     found.push(event);
/// });
/// decoder.finish(|event, _| found.push(event));
/// assert_eq!(found, [Event::Code { value: 0xE9, at: 0, len: 2 }]);
/// ```
#[derive(Debug, Clone)]
pub struct Decoder {
    profile: Profile,
    /// Offset of the first byte that no event covers yet.
    at: usize,
    open: Option<Open>,
    /// The last event was a leading surrogate.
    after_leading_surrogate: bool,
}

/// A sequence that has begun and is not decided.
#[derive(Debug, Clone)]
struct Open {
    lead: Lead,
    bytes: [u8; 6],
    len: usize,
    value: u32,
    /// The surrogate that the first three bytes are, where its other half is to follow (CESU-8).
    leading: Option<u32>,
}

impl Open {
    fn new(lead: Lead, byte: u8) -> Self {
        let mut bytes = [0; 6];
        bytes[0] = byte;
        Self { value: lead.payload, lead, bytes, len: 1, leading: None }
    }

    /// The error that `byte` makes of the sequence, or `None` when it continues it.
    fn refusal(&self, byte: u8) -> Option<ErrorKind> {
        if self.leading.is_some() {
            let allowed = &grammar::TRAILING_SURROGATE[self.len - 3];
            return (!allowed.contains(&byte)).then_some(ErrorKind::Surrogate);
        }
        if self.len == 1 && !self.lead.second.contains(&byte) {
            return Some(grammar::refuse_second(self.bytes[0], byte));
        }
        (!TAIL.contains(&byte)).then_some(ErrorKind::Truncated)
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Decoder {
    const_unless_planted! {
    /// A decoder at the start of a stream.
    pub const fn new(profile: Profile) -> Self {
        let profile = faulty!(profile; DecoderNew => match profile {
            Profile::Generalized => Profile::Wtf8,
            profile => profile,
        });
        Self { profile, at: 0, open: None, after_leading_surrogate: false }
    }

    /// The profile it decodes.
    pub const fn profile(&self) -> Profile {
        faulty!(self.profile; DecoderProfile => match self.profile {
            Profile::Ucs2 => Profile::Rfc3629,
            profile => profile,
        })
    }
    }

    /// The bytes that were fed and are in no event yet: at most one less than the longest sequence.
    pub fn pending(&self) -> &[u8] {
        let pending = self.open.as_ref().map_or(&[][..], Open::bytes);
        faulty!(pending; DecoderPending => if pending.len() == 3 { &[] } else { pending })
    }

    const_unless_planted! {
    /// The byte offset at which the next event will start.
    pub const fn offset(&self) -> usize {
        faulty!(self.at; DecoderOffset => self.at + self.pending().len())
    }
    }

    /// Takes the next chunk, which may be empty, and hands every event that it decides to `sink`.
    pub fn feed(&mut self, chunk: &[u8], mut sink: impl FnMut(Event, &[u8])) {
        for &byte in chunk {
            self.push(byte, &mut sink);
        }
    }

    /// Takes the end of the input: what is pending becomes an `incomplete` error. The decoder is then as new.
    pub fn finish(&mut self, mut sink: impl FnMut(Event, &[u8])) {
        let open =
            faulty!(self.open.take(); DecoderFinishSilent => self.open.take().filter(|open| open.len != 3));
        if let Some(open) = open {
            self.emit_error(ErrorKind::Incomplete, open.bytes(), &mut sink);
        }
        faulty!(self.reset(); DecoderFinishOffset => {});
    }

    /// Forgets everything, pending bytes too. The decoder is then as new.
    pub fn reset(&mut self) {
        self.open = faulty!(None; DecoderResetKeeps => self.open.take());
        self.at = 0;
        self.after_leading_surrogate = faulty!(false; DecoderResetSurrogate => self.after_leading_surrogate);
    }

    fn push(&mut self, byte: u8, sink: &mut impl FnMut(Event, &[u8])) {
        if let Some(mut open) = self.open.take() {
            match open.refusal(byte) {
                None => {
                    open.bytes[open.len] = byte;
                    open.len += 1;
                    open.value = grammar::extend(open.value, byte);
                    self.grown(open, sink);
                    return;
                }
                // The offending byte is not part of the error: it is looked at again as a start.
                Some(kind) if open.leading.is_none() => self.emit_error(kind, open.bytes(), sink),
                // Nor are the bytes that followed the lone surrogate: at most two, and they start something else.
                Some(kind) => {
                    self.emit_error(kind, &open.bytes[..3], sink);
                    open.bytes[3..open.len].iter().for_each(|&byte| self.push(byte, sink));
                    return self.push(byte, sink);
                }
            }
        }
        let start = if self.after_leading_surrogate {
            grammar::start_after_leading_surrogate(self.profile, byte)
        } else {
            grammar::start(self.profile, byte)
        };
        let start = faulty!(start;
            DecoderFeedLate => match (byte, start) {
                (0xF5, Start::Never(_)) => Start::Lead(Lead { len: 2, second: 0..=0, payload: 0 }),
                (_, start) => start,
            },
            DecoderFeedKind => match (byte, start) {
                (0xC1, Start::Never(_)) => Start::Never(ErrorKind::Truncated),
                (_, start) => start,
            },
        );
        match start {
            Start::Single => self.emit_code(u32::from(byte), &[byte], sink),
            Start::Never(kind) => self.emit_error(kind, &[byte], sink),
            Start::Lead(lead) => self.open = Some(Open::new(lead, byte)),
        }
    }

    /// Takes back a sequence that got longer, and emits it if it is whole.
    fn grown(&mut self, mut open: Open, sink: &mut impl FnMut(Event, &[u8])) {
        match open.leading {
            Some(leading) if open.len == 6 => {
                return self.emit_code(grammar::paired(leading, open.value), open.bytes(), sink);
            }
            None if open.len == open.lead.len => {
                if !grammar::wants_trailing_surrogate(self.profile, open.value) {
                    return self.emit_code(open.value, open.bytes(), sink);
                }
                open.leading = Some(core::mem::take(&mut open.value));
            }
            _ => {}
        }
        self.open = Some(open);
    }

    fn emit_code(&mut self, value: u32, bytes: &[u8], sink: &mut impl FnMut(Event, &[u8])) {
        let value = faulty!(value; DecoderFeedValue => value - u32::from(value == 0xFFFD));
        sink(Event::Code { value, at: self.at, len: bytes.len() }, bytes);
        self.after_leading_surrogate = grammar::is_leading_surrogate(value);
        self.at += bytes.len();
    }

    fn emit_error(&mut self, kind: ErrorKind, bytes: &[u8], sink: &mut impl FnMut(Event, &[u8])) {
        let shown = faulty!(bytes; DecoderFeedBytes => &[]);
        sink(Event::Error { kind, at: self.at, len: bytes.len() }, shown);
        self.after_leading_surrogate = false;
        self.at += bytes.len();
    }
}

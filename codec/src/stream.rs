//! Decoding input that arrives in chunks.

use crate::reference::first_event;
use crate::{ErrorKind, Event, Profile, grammar};

/// The longest sequence of any profile, in bytes.
const MAX_SEQUENCE_LEN: usize = 6;

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
    /// The bytes from there on, of which the first `pending_len` count.
    pending: [u8; MAX_SEQUENCE_LEN],
    pending_len: usize,
    /// The last event was a leading surrogate.
    after_leading_surrogate: bool,
}

impl Decoder {
    /// A decoder at the start of a stream.
    pub const fn new(profile: Profile) -> Self {
        Self {
            profile,
            at: 0,
            pending: [0; MAX_SEQUENCE_LEN],
            pending_len: 0,
            after_leading_surrogate: false,
        }
    }

    /// The profile it decodes.
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// The bytes that were fed and are in no event yet: at most one less than the longest sequence.
    #[inline]
    pub fn pending(&self) -> &[u8] {
        &self.pending[..self.pending_len]
    }

    /// The byte offset at which the next event will start.
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// Takes the next chunk, which may be empty, and hands every event that it decides to `sink`.
    pub fn feed(&mut self, chunk: &[u8], mut sink: impl FnMut(Event, &[u8])) {
        for &byte in chunk {
            self.pending[self.pending_len] = byte;
            self.pending_len += 1;
            self.decide(false, &mut sink);
        }
    }

    /// Takes the end of the input: what is pending becomes an `incomplete` error. The decoder is then as new.
    pub fn finish(&mut self, mut sink: impl FnMut(Event, &[u8])) {
        self.decide(true, &mut sink);
        self.reset();
    }

    /// Forgets everything, pending bytes too. The decoder is then as new.
    pub const fn reset(&mut self) {
        *self = Self::new(self.profile);
    }

    /// Takes the events off the pending bytes. An incomplete one stays, unless this is the end: until then the next byte
    /// may complete it.
    fn decide(&mut self, is_end: bool, sink: &mut impl FnMut(Event, &[u8])) {
        while let Some(event) =
            first_event(self.pending(), self.at, self.after_leading_surrogate, self.profile)
        {
            if event.error_kind() == Some(ErrorKind::Incomplete) && !is_end {
                return;
            }
            sink(event, &self.pending[..event.len()]);
            self.after_leading_surrogate = grammar::is_leading_surrogate(event);
            self.at = event.end();
            self.pending.copy_within(event.len()..self.pending_len, 0);
            self.pending_len -= event.len();
        }
    }
}

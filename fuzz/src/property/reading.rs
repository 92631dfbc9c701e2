//! What decoders that are not ours read, event by event, without allocation.

use encoding_rs::{Decoder, DecoderResult, UTF_8};
use illformed_codec::Event;
use std::{iter, mem};

/// An event as far as every decoder knows it. They tile the input, so the offset is the sum of the lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// A code, and how many bytes it took: at most six, and this way both fit a register.
    Code { value: u32, len: u8 },
    /// An error of that many bytes.
    Error { len: u8 },
}

impl From<Event> for Seen {
    fn from(event: Event) -> Self {
        match event {
            Event::Code { value, len, .. } => Self::Code { value, len: len as u8 },
            Event::Error { len, .. } => Self::Error { len: len as u8 },
        }
    }
}

impl From<char> for Seen {
    fn from(character: char) -> Self {
        Self::Code { value: character.into(), len: character.len_utf8() as u8 }
    }
}

/// `[u8]::utf8_chunks`.
pub(crate) fn by_std(bytes: &[u8]) -> impl Iterator<Item = Seen> + '_ {
    let (mut chunks, mut characters, mut error) = (bytes.utf8_chunks(), "".chars(), 0);
    iter::from_fn(move || {
        loop {
            if let Some(character) = characters.next() {
                return Some(character.into());
            }
            if error > 0 {
                return Some(Seen::Error { len: mem::take(&mut error) as u8 });
            }
            let chunk = chunks.next()?;
            (characters, error) = (chunk.valid().chars(), chunk.invalid().len());
        }
    })
}

/// `bstr::decode_utf8`, again and again.
pub(crate) fn by_bstr(mut bytes: &[u8]) -> impl Iterator<Item = Seen> + '_ {
    iter::from_fn(move || {
        let (character, size) = bstr::decode_utf8(bytes);
        bytes = bytes.get(size..)?;
        match character {
            Some(character) => Some(Seen::Code { value: character.into(), len: size as u8 }),
            None => (size > 0).then_some(Seen::Error { len: size as u8 }),
        }
    })
}

/// encoding_rs, which decodes to UTF-16 and stops at each error.
pub(crate) fn by_encoding_rs(bytes: &[u8]) -> impl Iterator<Item = Seen> + '_ {
    ByEncodingRs {
        decoder: UTF_8.new_decoder_without_bom_handling(),
        left: bytes,
        space: [0; 64],
        next: 0,
        written: 0,
        error: None,
        ended: false,
    }
}

struct ByEncodingRs<'a> {
    decoder: Decoder,
    left: &'a [u8],
    space: [u16; 64],
    /// What of the space was written and not handed out.
    next: usize,
    written: usize,
    /// The length of the error that follows it.
    error: Option<u8>,
    ended: bool,
}

impl Iterator for ByEncodingRs<'_> {
    type Item = Seen;

    fn next(&mut self) -> Option<Seen> {
        loop {
            let units = self.space[self.next..self.written].iter().copied();
            if let Some(unit) = char::decode_utf16(units).next() {
                // A lone surrogate would be its fault: no event is an error of no bytes.
                let Ok(character) = unit else { return Some(Seen::Error { len: 0 }) };
                self.next += character.len_utf16();
                return Some(character.into());
            }
            if let Some(len) = self.error.take() {
                return Some(Seen::Error { len });
            }
            if self.ended {
                return None;
            }
            let (result, read, written) =
                self.decoder.decode_to_utf16_without_replacement(self.left, &mut self.space, true);
            self.left = &self.left[read..];
            (self.next, self.written) = (0, written);
            match result {
                DecoderResult::Malformed(len, _) => self.error = Some(len),
                DecoderResult::InputEmpty => self.ended = true,
                // A call that gets nowhere is the last.
                DecoderResult::OutputFull => self.ended = (read, written) == (0, 0),
            }
        }
    }
}

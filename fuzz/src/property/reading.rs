//! What decoders that are not ours read, event by event, without allocation.

use encoding_rs::{DecoderResult, UTF_8};
use illformed_codec::Event;
use std::iter;

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
    bytes.utf8_chunks().flat_map(|chunk| {
        let error = Some(chunk.invalid().len()).filter(|len| *len > 0);
        let error = error.map(|len| Seen::Error { len: len as u8 });
        chunk.valid().chars().map(Seen::from).chain(error)
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
    let mut decoder = UTF_8.new_decoder_without_bom_handling();
    let mut left = Some(bytes);
    let calls = iter::from_fn(move || {
        let (mut space, mut error) = ([0_u16; 64], None);
        let (result, read, written) = decoder.decode_to_utf16_without_replacement(left?, &mut space, true);
        left = left.map(|left| &left[read..]);
        match result {
            DecoderResult::Malformed(len, _) => error = Some(Seen::Error { len }),
            // A call that gets nowhere is the last.
            DecoderResult::OutputFull if (read, written) != (0, 0) => {}
            DecoderResult::InputEmpty | DecoderResult::OutputFull => left = None,
        }
        // A lone surrogate would be its fault: no event is an error of no bytes.
        let text = char::decode_utf16(space.into_iter().take(written));
        Some(text.map(|read| read.map_or(Seen::Error { len: 0 }, Seen::from)).chain(error))
    });
    calls.flatten()
}

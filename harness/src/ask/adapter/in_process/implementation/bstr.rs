//! bstr.
//!
//! It documents the "substitution of maximal subparts" for everything that replaces: in the crate's section
//! on invalid UTF-8, which the iterators refer to, and as the size that goes with the `None` of its functions
//! for one character.

use crate::ask::adapter::in_process::observed::{decoders_of, replaced, stopped, utf8, utf32};
use ::bstr::{BStr, ByteSlice, decode_last_utf8, decode_utf8};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Claim, Kind, TextForm};
use illformed_judge::in_process::InProcessDecoder;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use std::iter;

pub(super) fn decoders() -> Vec<InProcessDecoder> {
    let strict = &Claim::strict(Profile::Rfc3629).giving(TextForm::Utf8);
    let chars = &Claim::lossy(Policy::MaximalSubpart);
    let string = &chars.clone().giving(TextForm::Utf8);
    let count = &Claim { kind: Kind::Count { policy: chars.policy() }, ..chars.clone() };
    decoders_of([
        ("to-str", "ByteSlice::to_str", strict, |bytes| {
            bytes.to_str().map_or_else(|error| stopped(error.valid_up_to(), error.error_len()), utf8)
        }),
        ("to-str-lossy", "ByteSlice::to_str_lossy", string, |bytes| utf8(bytes.to_str_lossy())),
        ("to-str-lossy-into", "ByteSlice::to_str_lossy_into", string, |bytes| {
            let mut text = String::new();
            bytes.to_str_lossy_into(&mut text);
            utf8(text)
        }),
        ("display", "BStr's Display", string, |bytes| utf8(BStr::new(bytes).to_string())),
        ("utf8-chunks", "ByteSlice::utf8_chunks, U+FFFD for each invalid()", string, |bytes| {
            // By its full name: slices have a method of their own with the same name.
            let chunks = ByteSlice::utf8_chunks(bytes);
            replaced(chunks.map(|chunk| (chunk.valid(), !chunk.invalid().is_empty())))
        }),
        ("chars", "ByteSlice::chars", chars, |bytes| utf32(bytes.chars())),
        ("chars-rev", "ByteSlice::chars().rev(), collected from the back", chars, |bytes| {
            turned(bytes.chars().rev())
        }),
        ("chars-count", "ByteSlice::chars().count()", count, |bytes| {
            Observation::accept(Text::Count(bytes.chars().count() as u64)).into()
        }),
        ("char-indices", "ByteSlice::char_indices", chars, |bytes| {
            utf32(bytes.char_indices().map(|(_, _, character)| character))
        }),
        ("char-indices-rev", "ByteSlice::char_indices().rev(), collected from the back", chars, |bytes| {
            turned(bytes.char_indices().rev().map(|(_, _, character)| character))
        }),
        ("decode-utf8", "bstr::decode_utf8 again and again, U+FFFD for each None", chars, |bytes| {
            utf32(one_by_one(bytes, decode_utf8, |bytes, size| &bytes[size..]))
        }),
        (
            "decode-last-utf8",
            "bstr::decode_last_utf8 again and again, U+FFFD for each None, collected from the back",
            chars,
            |bytes| turned(one_by_one(bytes, decode_last_utf8, |bytes, size| &bytes[..bytes.len() - size])),
        ),
        // What cuts text up; each by its own automaton over the bytes. The pieces make up the text.
        ("graphemes", "ByteSlice::graphemes, concatenated", string, |bytes| {
            utf8(bytes.graphemes().collect::<String>())
        }),
        ("graphemes-rev", "ByteSlice::graphemes().rev(), concatenated from the back", string, |bytes| {
            let mut pieces: Vec<&str> = bytes.graphemes().rev().collect();
            pieces.reverse();
            utf8(pieces.concat())
        }),
        ("words-with-breaks", "ByteSlice::words_with_breaks, concatenated", string, |bytes| {
            utf8(bytes.words_with_breaks().collect::<String>())
        }),
        ("sentences", "ByteSlice::sentences, concatenated", string, |bytes| {
            utf8(bytes.sentences().collect::<String>())
        }),
    ])
}

/// Characters that came the last first.
fn turned(characters: impl Iterator<Item = char>) -> Response {
    let mut characters: Vec<char> = characters.collect();
    characters.reverse();
    utf32(characters)
}

/// What `decode` gives for `bytes`, and then for what `rest` leaves of them.
fn one_by_one<'a>(
    mut bytes: &'a [u8],
    decode: fn(&'a [u8]) -> (Option<char>, usize),
    rest: fn(&'a [u8], usize) -> &'a [u8],
) -> impl Iterator<Item = char> {
    iter::from_fn(move || {
        let (character, size) = Some(bytes).filter(|bytes| !bytes.is_empty()).map(decode)?;
        bytes = rest(bytes, size);
        Some(character.unwrap_or(char::REPLACEMENT_CHARACTER))
    })
}

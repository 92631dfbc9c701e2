//! bstr.
//!
//! It documents the "substitution of maximal subparts" for everything that replaces: in the crate's section
//! on invalid UTF-8, which the iterators refer to, and as the size that goes with the `None` of its functions
//! for one character.

use crate::ask::adapter::in_process::observed::{stopped, utf8, utf32};
use crate::ask::adapter::in_process::session::InProcessAdapter;
use ::bstr::{BStr, ByteSlice, decode_last_utf8, decode_utf8};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Claim, Kind, OutputKind};
use illformed_judge::in_process::InProcessDecoder;
use illformed_judge::observation::{Observation, Text};

pub(super) const ADAPTER: InProcessAdapter = InProcessAdapter::new("bstr", "bstr", "1.13.1", decoders);

fn decoders() -> Vec<InProcessDecoder> {
    let strict = Claim { out: OutputKind::Utf8, ..Claim::strict(Profile::Rfc3629) };
    let to_str = InProcessDecoder::one_shot("to-str", "ByteSlice::to_str", strict, |bytes| {
        bytes.to_str().map_or_else(|error| stopped(error.valid_up_to(), error.error_len()), utf8)
    });
    [to_str].into_iter().chain(strings()).chain(characters()).chain(segments()).collect()
}

/// A decoder that replaces and gives a string.
fn string(name: &str, api: &str, decode: impl Fn(&[u8]) -> String + 'static) -> InProcessDecoder {
    let claim = Claim { out: OutputKind::Utf8, ..Claim::lossy(Policy::MaximalSubpart) };
    InProcessDecoder::one_shot(name, api, claim, move |bytes| utf8(decode(bytes)))
}

fn strings() -> [InProcessDecoder; 4] {
    [
        string("to-str-lossy", "ByteSlice::to_str_lossy", |bytes| bytes.to_str_lossy().into()),
        string("to-str-lossy-into", "ByteSlice::to_str_lossy_into", |bytes| {
            let mut text = String::new();
            bytes.to_str_lossy_into(&mut text);
            text
        }),
        string("display", "BStr's Display", |bytes| BStr::new(bytes).to_string()),
        string("utf8-chunks", "ByteSlice::utf8_chunks, U+FFFD for each invalid()", |bytes| {
            let mut text = String::new();
            // By its full name: slices have a method of their own with the same name.
            for chunk in ByteSlice::utf8_chunks(bytes) {
                text.push_str(chunk.valid());
                if !chunk.invalid().is_empty() {
                    text.push('\u{FFFD}');
                }
            }
            text
        }),
    ]
}

/// A decoder that replaces and gives characters.
fn chars(name: &str, api: &str, decode: impl Fn(&[u8]) -> Vec<char> + 'static) -> InProcessDecoder {
    let claim = Claim::lossy(Policy::MaximalSubpart);
    InProcessDecoder::one_shot(name, api, claim, move |bytes| utf32(decode(bytes)))
}

/// A decoder that gives characters, the last first.
fn chars_from_the_back(
    name: &str,
    api: &str,
    decode: impl Fn(&[u8]) -> Vec<char> + 'static,
) -> InProcessDecoder {
    let api = format!("{api}, collected from the back");
    chars(name, &api, move |bytes| decode(bytes).into_iter().rev().collect())
}

fn characters() -> [InProcessDecoder; 7] {
    let count = Claim { kind: Kind::Count, out: OutputKind::Count, ..Claim::lossy(Policy::MaximalSubpart) };
    [
        chars("chars", "ByteSlice::chars", |bytes| bytes.chars().collect()),
        chars_from_the_back("chars-rev", "ByteSlice::chars().rev()", |bytes| bytes.chars().rev().collect()),
        InProcessDecoder::one_shot("chars-count", "ByteSlice::chars().count()", count, |bytes| {
            Observation::accept(Text::Count(bytes.chars().count() as u64))
        }),
        chars("char-indices", "ByteSlice::char_indices", |bytes| {
            bytes.char_indices().map(|(_, _, character)| character).collect()
        }),
        chars_from_the_back("char-indices-rev", "ByteSlice::char_indices().rev()", |bytes| {
            bytes.char_indices().rev().map(|(_, _, character)| character).collect()
        }),
        chars("decode-utf8", "bstr::decode_utf8 again and again, U+FFFD for each None", |mut bytes| {
            let mut characters = Vec::new();
            while !bytes.is_empty() {
                let (character, size) = decode_utf8(bytes);
                characters.push(character.unwrap_or('\u{FFFD}'));
                bytes = &bytes[size..];
            }
            characters
        }),
        chars_from_the_back(
            "decode-last-utf8",
            "bstr::decode_last_utf8 again and again, U+FFFD for each None",
            |mut bytes| {
                let mut characters = Vec::new();
                while !bytes.is_empty() {
                    let (character, size) = decode_last_utf8(bytes);
                    characters.push(character.unwrap_or('\u{FFFD}'));
                    bytes = &bytes[..bytes.len() - size];
                }
                characters
            },
        ),
    ]
}

/// What cuts text up; each by its own automaton over the bytes. The pieces make up the text.
fn segments() -> [InProcessDecoder; 4] {
    [
        string("graphemes", "ByteSlice::graphemes, concatenated", |bytes| bytes.graphemes().collect()),
        string("graphemes-rev", "ByteSlice::graphemes().rev(), concatenated from the back", |bytes| {
            let mut pieces: Vec<&str> = bytes.graphemes().rev().collect();
            pieces.reverse();
            pieces.concat()
        }),
        string("words-with-breaks", "ByteSlice::words_with_breaks, concatenated", |bytes| {
            bytes.words_with_breaks().collect()
        }),
        string("sentences", "ByteSlice::sentences, concatenated", |bytes| bytes.sentences().collect()),
    ]
}

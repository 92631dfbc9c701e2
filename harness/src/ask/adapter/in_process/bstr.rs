//! bstr.
//!
//! It documents the "substitution of maximal subparts" for everything that replaces: in the crate's section
//! on invalid UTF-8, which the iterators refer to, and as the size that goes with the `None` of its functions
//! for one character.

use ::bstr::{BStr, ByteSlice, decode_last_utf8, decode_utf8};
use illformed_codec::{Policy, Profile};
use illformed_judge::claim::{Claim, Kind, OutputKind};
use illformed_judge::in_process::InProcessDecoder;
use illformed_judge::observation::{Observation, Text};

/// The version in `Cargo.lock`.
pub(crate) const VERSION: &str = "1.13.1";

pub(crate) fn decoders() -> Vec<InProcessDecoder> {
    let mut decoders = strings();
    decoders.extend(characters());
    decoders.extend(segments());
    decoders
}

/// What gives a string.
fn strings() -> Vec<InProcessDecoder> {
    let strict = Claim { out: OutputKind::Utf8, ..Claim::strict(Profile::Rfc3629) };
    vec![
        InProcessDecoder::one_shot("to-str", "ByteSlice::to_str", strict, |bytes| match bytes.to_str() {
            Ok(text) => utf8(text),
            // Its documentation: `None` where the input ends before the character could be completed.
            Err(error) => match error.error_len() {
                None => Observation::incomplete(Some(error.valid_up_to())),
                len => Observation::reject(Some(error.valid_up_to()), len),
            },
        }),
        InProcessDecoder::one_shot("to-str-lossy", "ByteSlice::to_str_lossy", lossy_utf8(), |bytes| {
            utf8(bytes.to_str_lossy())
        }),
        InProcessDecoder::one_shot(
            "to-str-lossy-into",
            "ByteSlice::to_str_lossy_into",
            lossy_utf8(),
            |bytes| {
                let mut text = String::new();
                bytes.to_str_lossy_into(&mut text);
                utf8(text)
            },
        ),
        InProcessDecoder::one_shot("display", "BStr's Display", lossy_utf8(), |bytes| {
            utf8(BStr::new(bytes).to_string())
        }),
        InProcessDecoder::one_shot(
            "utf8-chunks",
            "ByteSlice::utf8_chunks, U+FFFD for each invalid()",
            lossy_utf8(),
            |bytes| {
                let mut text = String::new();
                // By its full name: slices have a method of their own that is called so.
                for chunk in ByteSlice::utf8_chunks(bytes) {
                    text.push_str(chunk.valid());
                    if !chunk.invalid().is_empty() {
                        text.push('\u{FFFD}');
                    }
                }
                utf8(text)
            },
        ),
    ]
}

/// What gives characters.
fn characters() -> Vec<InProcessDecoder> {
    let lossy = || Claim::lossy(Policy::MaximalSubpart);
    let count = Claim { kind: Kind::Count, out: OutputKind::Count, ..lossy() };
    vec![
        InProcessDecoder::one_shot("chars", "ByteSlice::chars", lossy(), |bytes| utf32(bytes.chars())),
        InProcessDecoder::one_shot(
            "chars-rev",
            "ByteSlice::chars().rev(), collected from the back",
            lossy(),
            |bytes| utf32_from_the_back(bytes.chars().rev().collect()),
        ),
        InProcessDecoder::one_shot("chars-count", "ByteSlice::chars().count()", count, |bytes| {
            Observation::accept(Text::Count(bytes.chars().count() as u64))
        }),
        InProcessDecoder::one_shot("char-indices", "ByteSlice::char_indices", lossy(), |bytes| {
            utf32(bytes.char_indices().map(|(_, _, character)| character))
        }),
        InProcessDecoder::one_shot(
            "char-indices-rev",
            "ByteSlice::char_indices().rev(), collected from the back",
            lossy(),
            |bytes| {
                utf32_from_the_back(bytes.char_indices().rev().map(|(_, _, character)| character).collect())
            },
        ),
        InProcessDecoder::one_shot(
            "decode-utf8",
            "bstr::decode_utf8 again and again, U+FFFD for each None",
            lossy(),
            |mut bytes| {
                let mut characters = Vec::new();
                while !bytes.is_empty() {
                    let (character, size) = decode_utf8(bytes);
                    characters.push(character.unwrap_or('\u{FFFD}'));
                    bytes = &bytes[size..];
                }
                utf32(characters.into_iter())
            },
        ),
        InProcessDecoder::one_shot(
            "decode-last-utf8",
            "bstr::decode_last_utf8 again and again, U+FFFD for each None, collected from the back",
            lossy(),
            |mut bytes| {
                let mut characters = Vec::new();
                while !bytes.is_empty() {
                    let (character, size) = decode_last_utf8(bytes);
                    characters.push(character.unwrap_or('\u{FFFD}'));
                    bytes = &bytes[..bytes.len() - size];
                }
                utf32_from_the_back(characters)
            },
        ),
    ]
}

/// What cuts text up; each by its own automaton over the bytes. The pieces make up the text.
fn segments() -> Vec<InProcessDecoder> {
    vec![
        InProcessDecoder::one_shot(
            "graphemes",
            "ByteSlice::graphemes, concatenated",
            lossy_utf8(),
            |bytes| utf8(bytes.graphemes().collect::<String>()),
        ),
        InProcessDecoder::one_shot(
            "graphemes-rev",
            "ByteSlice::graphemes().rev(), concatenated from the back",
            lossy_utf8(),
            |bytes| {
                let mut pieces: Vec<&str> = bytes.graphemes().rev().collect();
                pieces.reverse();
                utf8(pieces.concat())
            },
        ),
        InProcessDecoder::one_shot(
            "words-with-breaks",
            "ByteSlice::words_with_breaks, concatenated",
            lossy_utf8(),
            |bytes| utf8(bytes.words_with_breaks().collect::<String>()),
        ),
        InProcessDecoder::one_shot(
            "sentences",
            "ByteSlice::sentences, concatenated",
            lossy_utf8(),
            |bytes| utf8(bytes.sentences().collect::<String>()),
        ),
    ]
}

fn lossy_utf8() -> Claim {
    Claim { out: OutputKind::Utf8, ..Claim::lossy(Policy::MaximalSubpart) }
}

fn utf8(text: impl Into<String>) -> Observation {
    Observation::accept(Text::Utf8(text.into().into_bytes()))
}

fn utf32(characters: impl Iterator<Item = char>) -> Observation {
    Observation::accept(Text::Utf32(characters.map(u32::from).collect()))
}

fn utf32_from_the_back(mut characters: Vec<char>) -> Observation {
    characters.reverse();
    utf32(characters.into_iter())
}

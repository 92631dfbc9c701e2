//! Vectors for what is no decoder, as they stand in their files. Which keys there are, and what they hold, is for the schemas.

use illformed_vectors::{Profile, hex};
use serde_json::Value;

/// What an encoder is given.
#[derive(Debug)]
pub(super) enum EncodeInput {
    /// Numbers, each to be encoded by itself: 32 bits, whether they are code points or not.
    Codes(Vec<u32>),
    /// UTF-16 code units: surrogate pairs are one character.
    Utf16(Vec<u16>),
}

impl EncodeInput {
    pub(super) fn of(vector: &Value) -> Self {
        if vector["codes"].is_string() {
            return Self::Codes(word(vector, "codes").split(' ').map(number).collect());
        }
        Self::Utf16(word(vector, "utf16").split(' ').map(|unit| number(unit) as u16).collect())
    }
}

fn number(word: &str) -> u32 {
    u32::from_str_radix(word, 16).expect(word)
}

pub(super) fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("`{key}` of {value}"))
}

pub(super) fn bytes(value: &Value, key: &str) -> Vec<u8> {
    hex::decode(word(value, key)).expect("the schema says that it is hex")
}

/// The number of bytes of room, or an offset, if there is one.
pub(super) fn size(value: &Value, key: &str) -> Option<usize> {
    value[key].as_u64().map(|number| number as usize)
}

/// What `profile` expects of what is encoded; one that is not in `also` expects what RFC 3629 does.
pub(super) fn expectation(vector: &Value, profile: Profile) -> &Value {
    vector["also"].get(profile.name()).unwrap_or(&vector["rfc3629"])
}

/// Bytes that are labelled so, and their code points: those of UTF-8, since a label remaps nothing.
pub(super) fn labelled(vector: &Value) -> Option<(Vec<u8>, Vec<u32>)> {
    let codes = vector["text"].as_array()?.iter().map(|code| number(code.as_str().expect("it is text")));
    Some((bytes(vector, "bytes"), codes.collect()))
}

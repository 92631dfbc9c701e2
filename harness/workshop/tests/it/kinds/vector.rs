//! Vectors for what is no decoder, as they stand in their files.

use illformed_vectors::{Bytes, Profile, Question, VectorId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What to encode, with the bytes that are expected.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EncodeVector {
    pub(super) id: VectorId,
    #[serde(skip_serializing_if = "Option::is_none")]
    codes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utf16: Option<String>,
    /// How many bytes of room the output has; enough, if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) capacity: Option<usize>,
    comment: String,
    flags: Vec<String>,
    refs: Vec<String>,
    pub(super) rfc3629: EncodeExpectation,
    as_rfc3629: Vec<Profile>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) also: BTreeMap<Profile, EncodeExpectation>,
}

/// What an encoder is given.
#[derive(Debug)]
pub(super) enum EncodeInput {
    /// Numbers, each to be encoded by itself: 32 bits, whether they are code points or not.
    Codes(Vec<u32>),
    /// UTF-16 code units: surrogate pairs are one character.
    Utf16(Vec<u16>),
}

/// Why an encoder has no bytes for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum EncodeErrorKind {
    Surrogate,
    OutOfRange,
    NoRoom,
}

/// What a standard says of something to encode: `bytes`, or which question it leaves open.
#[derive(Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EncodeExpectation {
    /// The bytes of all before the error; no sequence is in it in part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<EncodeErrorKind>,
    /// The offset of the error in numbers or UTF-16 units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<usize>,
    /// All bytes of an encoder that puts U+FFFD for what cannot be encoded; none where there is no room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) replaced: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unspecified: Option<Question>,
}

impl EncodeVector {
    /// What `profile` expects; one that is not in `also` expects what RFC 3629 does.
    pub(super) fn expectation(&self, profile: Profile) -> &EncodeExpectation {
        self.also.get(&profile).unwrap_or(&self.rfc3629)
    }

    /// Its numbers or its units: it has either, of which the schema says how they are written.
    pub(super) fn input(&self) -> EncodeInput {
        let numbers = |text: &str| text.split(' ').map(number).collect::<Vec<u32>>();
        match (&self.codes, &self.utf16) {
            (Some(codes), None) => EncodeInput::Codes(numbers(codes)),
            (None, Some(units)) => {
                EncodeInput::Utf16(numbers(units).into_iter().map(|unit| unit as u16).collect())
            }
            _ => panic!("{} has either `codes` or `utf16`", self.id),
        }
    }
}

fn number(word: &str) -> u32 {
    u32::from_str_radix(word, 16).expect(word)
}

/// Bytes, with what they look like.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DetectVector {
    pub(super) id: VectorId,
    pub(super) bytes: Bytes,
    /// The encoding that the text was written in, as the WHATWG or, for what it lacks, IANA names it.
    pub(super) written: String,
    comment: String,
    pub(super) flags: Vec<String>,
    refs: Vec<String>,
    pub(super) detected: Detection,
    /// The offset of the first error, or of the incomplete end; it stands with these and only there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<usize>,
}

/// What bytes look like to one that goes by validity alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub(super) enum Detection {
    /// No byte above 7F.
    #[serde(rename = "ascii")]
    Ascii,
    /// Well-formed, with a character above U+007F.
    #[serde(rename = "utf-8")]
    Utf8,
    /// The same after the signature EF BB BF.
    #[serde(rename = "utf-8-bom")]
    Utf8Bom,
    /// Well-formed up to an incomplete end.
    #[serde(rename = "utf-8-cut")]
    Utf8Cut,
    /// Ill-formed.
    #[serde(rename = "other")]
    Other,
}

/// A label, with what it names.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LabelVector {
    pub(super) id: VectorId,
    /// The label, character for character.
    pub(super) label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Vec<String>>,
    comment: String,
    flags: Vec<String>,
    refs: Vec<String>,
    // With a function of its own an optional key has to be there, be it null.
    /// What it names by the RFCs; `None` if nothing that is UTF-8.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) rfc: Option<LabelName>,
    /// Whether it names UTF-8 by the WHATWG Encoding Standard, which knows no version.
    #[serde(deserialize_with = "Option::deserialize")]
    pub(super) whatwg: Option<LabelName>,
}

/// What a label says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub(super) enum LabelName {
    /// UTF-8 of any version.
    #[serde(rename = "utf-8")]
    Utf8,
    /// UTF-8 with Hangul where it stood before Amendment 5.
    #[serde(rename = "unicode-1-1-utf-8")]
    Unicode11Utf8,
}

impl LabelVector {
    /// Bytes that are so labelled, and their code points: those of UTF-8, since a label remaps nothing.
    pub(super) fn labelled(&self) -> Option<(&[u8], Vec<u32>)> {
        let text = self.text.iter().flatten().map(|code| number(code)).collect();
        self.bytes.as_ref().map(|bytes| (bytes.0.as_slice(), text))
    }
}

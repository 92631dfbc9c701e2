//! Vectors for encoders.

use crate::encode_expectation::EncodeExpectation;
use crate::id::VectorId;
use crate::kinds::vector_kind;
use crate::name::EncodeErrorKind;
use crate::notation::unique_keys;
use crate::profiles::{by_profile, each_profile_once};
use illformed_codec::Profile;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::LowerHex;

/// What to encode, with the bytes that are expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Keys")]
pub struct EncodeVector {
    /// Its name, for ever.
    pub id: VectorId,
    /// What the encoder is given.
    #[serde(flatten)]
    pub input: EncodeInput,
    /// How many bytes of room the output has; enough, if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<usize>,
    /// What it is, in words.
    pub comment: String,
    /// Names defined in the file's notes.
    pub flags: Vec<String>,
    /// Where the expectation comes from.
    pub refs: Vec<String>,
    /// The expectation under RFC 3629.
    pub rfc3629: EncodeExpectation,
    /// The expectations of the profiles where it differs.
    #[serde(flatten, serialize_with = "by_profile")]
    pub also: BTreeMap<Profile, EncodeExpectation>,
}

/// What an encoder is given.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EncodeInput {
    /// Numbers, each to be encoded by itself: 32 bits, whether they are code points or not.
    #[serde(serialize_with = "words")]
    Codes(Vec<u32>),
    /// UTF-16 code units: surrogate pairs are one character.
    #[serde(serialize_with = "words")]
    Utf16(Vec<u16>),
}

impl EncodeVector {
    /// What `profile` expects; one that is not in `also` expects what RFC 3629 does.
    pub fn expectation(&self, profile: Profile) -> &EncodeExpectation {
        self.also.get(&profile).unwrap_or(&self.rfc3629)
    }

    fn check_errors(&self) -> Result<(), String> {
        let units = match &self.input {
            EncodeInput::Codes(codes) => codes.len(),
            EncodeInput::Utf16(units) => units.len(),
        };
        for (profile, expectation) in self.also.iter().chain([(&Profile::Rfc3629, &self.rfc3629)]) {
            let EncodeExpectation::Specified(encoding) = expectation else { continue };
            let Some(error) = &encoding.error else { continue };
            if error.at >= units {
                return Err(format!("{profile}: an error at {}, the input has {units}", error.at));
            }
            if error.kind == EncodeErrorKind::NoRoom && self.capacity.is_none() {
                return Err(format!("{profile}: no-room without `capacity`"));
            }
        }
        Ok(())
    }
}

/// The keys as they stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a vector object")]
struct Keys {
    id: VectorId,
    codes: Option<String>,
    utf16: Option<String>,
    capacity: Option<usize>,
    comment: String,
    flags: Vec<String>,
    refs: Vec<String>,
    rfc3629: EncodeExpectation,
    as_rfc3629: Vec<Profile>,
    #[serde(default, deserialize_with = "unique_keys")]
    also: BTreeMap<Profile, EncodeExpectation>,
}

impl TryFrom<Keys> for EncodeVector {
    type Error = String;

    fn try_from(keys: Keys) -> Result<Self, String> {
        let input = match (keys.codes, keys.utf16) {
            (Some(codes), None) => numbers(&codes, 8).map(EncodeInput::Codes),
            (None, Some(units)) => numbers(&units, 4)
                .map(|units| EncodeInput::Utf16(units.into_iter().map(|unit| unit as u16).collect())),
            _ => Err("a vector has either `codes` or `utf16`".to_owned()),
        };
        each_profile_once(&keys.as_rfc3629, &keys.also)?;
        Ok(Self {
            id: keys.id,
            input: input?,
            capacity: keys.capacity,
            comment: keys.comment,
            flags: keys.flags,
            refs: keys.refs,
            rfc3629: keys.rfc3629,
            also: keys.also,
        })
    }
}

/// The numbers of words with one space between: lower-case hex, at least four digits, at most `digits`, no leading zeros beyond four.
fn numbers(words: &str, digits: usize) -> Result<Vec<u32>, String> {
    let number = |word: &str| {
        let number = u32::from_str_radix(word, 16).ok().filter(|_| word.len() <= digits);
        number.filter(|number| format!("{number:04x}") == word).ok_or_else(|| {
            format!("`{word}` is no lower-case hex number of 4 to {digits} digits without leading zeros")
        })
    };
    words.split(' ').map(number).collect()
}

/// Writes the words that [`numbers`] reads.
fn words<T: LowerHex, S: Serializer>(numbers: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    let words: Vec<String> = numbers.iter().map(|number| format!("{number:04x}")).collect();
    serializer.serialize_str(&words.join(" "))
}

vector_kind!(EncodeVector, "encode", |vector| vector.check_errors());

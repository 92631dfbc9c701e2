//! Vectors for encoders.

use crate::canonical::{object, string};
use crate::case_file::CaseVector;
use crate::encode_expectation::EncodeExpectation;
use crate::id::VectorId;
use crate::names::{EncodeErrorKind, Profile};
use crate::vector::UniqueKeys;
use serde::{Deserialize, Deserializer, de};

/// What to encode, with the bytes that are expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodeVector {
    /// Its name, for ever.
    pub id: VectorId,
    /// What the encoder is given.
    pub input: EncodeInput,
    /// How many bytes of room the output has; enough, if nothing is said.
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
    pub also: Vec<(Profile, EncodeExpectation)>,
}

/// What an encoder is given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EncodeInput {
    /// Numbers, each to be encoded by itself: 32 bits, whether they are code points or not.
    Codes(Vec<u32>),
    /// UTF-16 code units: surrogate pairs are one character.
    Utf16(Vec<u16>),
}

impl EncodeVector {
    /// What `profile` expects; a profile that the vector does not name expects what RFC 3629 does.
    pub fn expectation(&self, profile: Profile) -> &EncodeExpectation {
        let differing = self.also.iter().find(|(name, _)| *name == profile);
        differing.map_or(&self.rfc3629, |(_, expectation)| expectation)
    }

    fn check(&self) -> Result<(), String> {
        if self.also.iter().any(|(profile, _)| *profile == Profile::Rfc3629) {
            return Err("`rfc3629` does not belong into `also`".to_owned());
        }
        let units = match &self.input {
            EncodeInput::Codes(codes) => codes.len(),
            EncodeInput::Utf16(units) => units.len(),
        };
        let also = self.also.iter().map(|(profile, expectation)| (*profile, expectation));
        for (profile, expectation) in also.chain([(Profile::Rfc3629, &self.rfc3629)]) {
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
    #[serde(default)]
    also: UniqueKeys<Profile, EncodeExpectation>,
}

impl<'de> Deserialize<'de> for EncodeVector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Keys::deserialize(deserializer)?;
        let input = match (keys.codes, keys.utf16) {
            (Some(codes), None) => numbers(&codes, 8).map(EncodeInput::Codes),
            (None, Some(units)) => numbers(&units, 4)
                .map(|units| EncodeInput::Utf16(units.into_iter().map(|unit| unit as u16).collect())),
            _ => Err("a vector has either `codes` or `utf16`".to_owned()),
        };
        let vector = Self {
            id: keys.id,
            input: input.map_err(de::Error::custom)?,
            capacity: keys.capacity,
            comment: keys.comment,
            flags: keys.flags,
            refs: keys.refs,
            rfc3629: keys.rfc3629,
            also: keys.also.0,
        };
        vector.check().map_err(de::Error::custom)?;
        Ok(vector)
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

fn words<T: std::fmt::LowerHex>(numbers: &[T]) -> String {
    string(&numbers.iter().map(|number| format!("{number:04x}")).collect::<Vec<_>>().join(" "))
}

impl CaseVector for EncodeVector {
    const KIND: &'static str = "encode";

    fn id(&self) -> &VectorId {
        &self.id
    }

    fn comment(&self) -> &str {
        &self.comment
    }

    fn flags(&self) -> &[String] {
        &self.flags
    }

    fn refs(&self) -> &[String] {
        &self.refs
    }

    fn input_keys(&self) -> Vec<(&'static str, String)> {
        let mut keys = vec![match &self.input {
            EncodeInput::Codes(codes) => ("codes", words(codes)),
            EncodeInput::Utf16(units) => ("utf16", words(units)),
        }];
        keys.extend(self.capacity.map(|capacity| ("capacity", capacity.to_string())));
        keys
    }

    fn expectation_keys(&self) -> Vec<(&'static str, String)> {
        let mut keys = vec![("rfc3629", self.rfc3629.to_canonical())];
        if !self.also.is_empty() {
            let mut also: Vec<_> =
                self.also.iter().map(|(profile, other)| (profile.name(), other.to_canonical())).collect();
            also.sort();
            keys.push(("also", object(&also)));
        }
        keys
    }
}

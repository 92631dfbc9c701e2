//! One vector.

use crate::canonical::line;
use crate::expectation::{Expectation, ExpectedError, Reading};
use crate::hex;
use crate::id::VectorId;
use crate::notation::{Bytes, as_hex, bytes_from_hex, from_hex, present, unique_keys};
use crate::profiles::{by_profile, each_profile_once};
use crate::script::{Call, InputError, Script};
use illformed_codec::Profile;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Who failed on an input before it was a vector, and what the input was before it was made small. It says nothing of
/// what is expected, which comes from the standards as everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with by, sha256 and bytes")]
pub struct Found {
    /// A fuzz property, or `<adapter>/<decoder>`.
    pub by: String,
    /// SHA-256 of the input as it was found, as lower-case hex; of calls, of the script's text.
    #[serde(deserialize_with = "sha256")]
    pub sha256: String,
    /// How many bytes that were.
    pub bytes: u64,
}

fn sha256<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let digits = String::deserialize(deserializer)?;
    match bytes_from_hex(&digits) {
        Ok(bytes) if bytes.len() == 32 => Ok(digits),
        _ => Err(Error::custom(format!("`{digits}` is no SHA-256: expected 64 lower-case hex digits"))),
    }
}

/// An input with what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "VectorKeys")]
pub struct Vector {
    /// Its name, for ever.
    pub id: VectorId,
    /// What the decoder is given.
    #[serde(flatten)]
    pub input: Input,
    /// What the bytes are, in words.
    pub comment: String,
    /// Names defined in some file's notes.
    pub flags: Vec<String>,
    /// Where the expectation comes from.
    pub refs: Vec<String>,
    /// Where it was found, if a search found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// The expectation under RFC 3629.
    pub rfc3629: Expectation,
    /// The expectations of the profiles where it differs.
    #[serde(flatten, serialize_with = "by_profile")]
    pub also: BTreeMap<Profile, Expectation>,
}

/// What a decoder is given.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// The whole input at once.
    #[serde(serialize_with = "as_hex", deserialize_with = "from_hex")]
    Bytes(Vec<u8>),
    /// Calls on one decoder object.
    Calls(Script),
}

impl Input {
    /// All bytes that are fed, whatever calls are between them.
    ///
    /// ```
    /// use illformed_vectors::Input;
    ///
    /// assert_eq!(Input::Calls("c3 . ~ a9".parse()?).bytes(), b"\xC3\xA9".as_slice());
    /// # Ok::<(), illformed_vectors::InputError>(())
    /// ```
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Bytes(bytes) => bytes.into(),
            Self::Calls(script) => script.calls().iter().map(Call::fed).collect::<Vec<_>>().concat().into(),
        }
    }
}

/// What stands before the words of a script: a script of one word would otherwise read as bytes.
const CALLS: &str = "calls ";

impl fmt::Display for Input {
    /// Hex, or `calls ` and the words of a script. No two inputs have the same text.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_vectors::Input;
    ///
    /// let bytes = Input::Bytes(vec![0xc3]);
    /// let calls = Input::Calls("c3".parse().unwrap());
    /// assert_eq!([bytes.to_string(), calls.to_string()], ["c3", "calls c3"]);
    /// assert_eq!("calls c3".parse(), Ok(calls));
    /// ```
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => formatter.write_str(&hex::encode(bytes)),
            Self::Calls(script) => write!(formatter, "{CALLS}{script}"),
        }
    }
}

impl FromStr for Input {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        match text.strip_prefix(CALLS) {
            Some(script) => script.parse().map(Self::Calls),
            None => bytes_from_hex(text).map(Self::Bytes).map_err(|reason| InputError::Bytes { reason }),
        }
    }
}

impl Vector {
    /// What `profile` expects; one that is not in `also` expects what RFC 3629 does.
    pub fn expectation(&self, profile: Profile) -> &Expectation {
        self.also.get(&profile).unwrap_or(&self.rfc3629)
    }

    /// The vector as it stands on its line of a file in canonical form, without a comma.
    pub fn to_canonical(&self) -> String {
        line(self)
    }

    /// What the vector means, without its name and words: a JSON object of its `bytes` or `calls`, `rfc3629` and `also`.
    /// Its hash tells whether anything changed that a decoder is judged by.
    ///
    /// # Examples
    ///
    /// ```
    /// let vector = illformed_vectors::Suite::embedded().vector("standard/letter-a").unwrap();
    /// assert_eq!(
    ///     vector.content(),
    ///     r#"{"bytes":"41","rfc3629":{"well_formed":true,"errors":[],"text":["0041"]}}"#
    /// );
    /// ```
    pub fn content(&self) -> String {
        #[derive(Serialize)]
        struct Content<'a> {
            #[serde(flatten)]
            input: &'a Input,
            rfc3629: &'a Expectation,
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            also: &'a BTreeMap<Profile, Expectation>,
        }
        let Self { input, rfc3629, also, .. } = self;
        line(&Content { input, rfc3629, also })
    }
}

/// The keys as they stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a vector object")]
struct VectorKeys {
    id: VectorId,
    #[serde(default, deserialize_with = "present")]
    bytes: Option<Bytes>,
    #[serde(default, deserialize_with = "present")]
    calls: Option<Script>,
    comment: String,
    flags: Vec<String>,
    refs: Vec<String>,
    #[serde(default, deserialize_with = "present")]
    found: Option<Found>,
    rfc3629: Expectation,
    as_rfc3629: Vec<Profile>,
    #[serde(default, deserialize_with = "unique_keys")]
    also: BTreeMap<Profile, Expectation>,
}

impl TryFrom<VectorKeys> for Vector {
    type Error = String;

    fn try_from(keys: VectorKeys) -> Result<Self, String> {
        let input = match (keys.bytes, keys.calls) {
            (Some(bytes), None) => Input::Bytes(bytes.0),
            (None, Some(script)) => Input::Calls(script),
            _ => return Err("a vector has either `bytes` or `calls`".to_owned()),
        };
        each_profile_once(&keys.as_rfc3629, &keys.also)?;
        Ok(Self {
            id: keys.id,
            input,
            comment: keys.comment,
            flags: keys.flags,
            refs: keys.refs,
            found: keys.found,
            rfc3629: keys.rfc3629,
            also: keys.also,
        })
    }
}

impl Vector {
    /// What has to hold of it beyond what its type refuses, or what is wrong.
    pub(crate) fn check(&self) -> Result<(), String> {
        for (profile, expectation) in self.also.iter().chain([(&Profile::Rfc3629, &self.rfc3629)]) {
            self.check_shape(expectation).map_err(|reason| format!("{profile}: {reason}"))?;
        }
        Ok(())
    }

    /// Whether an expectation has the readings that the input asks for.
    fn check_shape(&self, expectation: &Expectation) -> Result<(), String> {
        let Expectation::Specified(readings) = expectation else { return Ok(()) };
        let segments: Vec<(usize, bool)> = match &self.input {
            Input::Bytes(bytes) => vec![(bytes.len(), true)],
            Input::Calls(script) => {
                let segments = script.segments().map(Script::segment_bytes);
                segments.map(|(bytes, is_finished)| (bytes.len(), is_finished)).collect()
            }
        };
        if readings.len() != segments.len() {
            return Err(format!(
                "{} segments are expected, the input has {}",
                readings.len(),
                segments.len()
            ));
        }
        for (number, (reading, (len, is_finished))) in readings.iter().zip(segments).enumerate() {
            check_within(reading, len, is_finished).map_err(|reason| format!("segment {number} {reason}"))?;
        }
        Ok(())
    }
}

/// How many bytes the longest form of a character has in any profile; what is ill-formed in one piece has no more.
const LONGEST_FORM: usize = 6;

/// Whether the bytes that `reading` speaks of are in a segment of `len` bytes. Whether it says the truth of them is not asked.
fn check_within(reading: &Reading, len: usize, is_finished: bool) -> Result<(), String> {
    if is_finished && reading.pending > 0 {
        return Err("is finished, nothing can be pending in it".to_owned());
    }
    if reading.pending > len {
        return Err(format!("has {len} bytes, {} cannot be pending", reading.pending));
    }
    if let Some(error) = reading.errors.iter().find(|error| error.len > LONGEST_FORM) {
        return Err(format!("has an error of {} bytes, more than any form", error.len));
    }
    let is_beyond = |error: &&ExpectedError| error.at.checked_add(error.len).is_none_or(|end| end > len);
    match reading.errors.iter().find(is_beyond) {
        Some(error) => Err(format!("has {len} bytes, no error of {} at {}", error.len, error.at)),
        None => Ok(()),
    }
}

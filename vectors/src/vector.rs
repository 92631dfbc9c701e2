//! One vector.

use crate::expectation::Expectation;
use crate::found::Found;
use crate::hex;
use crate::id::VectorId;
use crate::names::Profile;
use crate::script::{Call, Script, ScriptError, bytes_from_hex};
use crate::strict_json::of_str;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, de};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// An input with what is expected of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// Its name, for ever.
    pub id: VectorId,
    /// What the decoder is given.
    pub input: Input,
    /// What the bytes are, in words.
    pub comment: String,
    /// Names defined in some file's notes.
    pub flags: Vec<String>,
    /// Where the expectation comes from.
    pub refs: Vec<String>,
    /// Where it was found, if a search found it.
    pub found: Option<Found>,
    /// The expectation under RFC 3629.
    pub rfc3629: Expectation,
    /// The expectations of the profiles where it differs.
    pub also: Vec<(Profile, Expectation)>,
}

/// What a decoder is given.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Input {
    /// The whole input at once.
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
    /// # Ok::<(), illformed_vectors::ScriptError>(())
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

/// Why a text is no input.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputError {
    /// It does not begin with `calls `, and is no lower-case hex of whole bytes.
    Bytes {
        /// What is wrong with it.
        reason: String,
    },
    /// It begins with `calls `, and the rest is no script.
    Calls(ScriptError),
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes { reason } => formatter.write_str(reason),
            Self::Calls(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for InputError {}

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
            Some(script) => script.parse().map(Self::Calls).map_err(InputError::Calls),
            None => bytes_from_hex(text).map(Self::Bytes).map_err(|reason| InputError::Bytes { reason }),
        }
    }
}

impl Vector {
    /// What `profile` expects; a profile that the vector does not name expects what RFC 3629 does.
    pub fn expectation(&self, profile: Profile) -> &Expectation {
        let differing = self.also.iter().find(|(name, _)| *name == profile);
        differing.map_or(&self.rfc3629, |(_, expectation)| expectation)
    }
}

/// The keys as they stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a vector object")]
struct Keys {
    id: VectorId,
    bytes: Option<Bytes>,
    calls: Option<Calls>,
    comment: String,
    flags: Vec<String>,
    refs: Vec<String>,
    #[serde(default, deserialize_with = "present")]
    found: Option<Found>,
    rfc3629: Expectation,
    #[serde(default)]
    also: UniqueKeys<Profile, Expectation>,
}

impl<'de> Deserialize<'de> for Vector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Keys::deserialize(deserializer)?;
        let input = match (keys.bytes, keys.calls) {
            (Some(bytes), None) => Input::Bytes(bytes.0),
            (None, Some(calls)) => Input::Calls(calls.0),
            _ => return Err(de::Error::custom("a vector has either `bytes` or `calls`")),
        };
        let vector = Self {
            id: keys.id,
            input,
            comment: keys.comment,
            flags: keys.flags,
            refs: keys.refs,
            found: keys.found,
            rfc3629: keys.rfc3629,
            also: keys.also.0,
        };
        vector.check().map_err(de::Error::custom)?;
        Ok(vector)
    }
}

/// A key that stands there has a value: `null` is none.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Found>, D::Error> {
    Found::deserialize(deserializer).map(Some)
}

impl Vector {
    fn check(&self) -> Result<(), String> {
        if self.refs.is_empty() {
            return Err("`refs` is empty: say where the expectation comes from".to_owned());
        }
        for (name, list) in [("flags", &self.flags), ("refs", &self.refs)] {
            if let Some(twice) = first_duplicate(list) {
                return Err(format!("`{twice}` stands twice in `{name}`"));
            }
        }
        let expectations = self.also.iter().map(|(profile, expectation)| (*profile, expectation));
        for (profile, expectation) in expectations.chain([(Profile::Rfc3629, &self.rfc3629)]) {
            self.check_shape(expectation).map_err(|reason| format!("{profile}: {reason}"))?;
        }
        if self.also.iter().any(|(profile, _)| *profile == Profile::Rfc3629) {
            return Err("`rfc3629` does not belong into `also`".to_owned());
        }
        Ok(())
    }

    /// Whether an expectation has the readings that the input asks for.
    fn check_shape(&self, expectation: &Expectation) -> Result<(), String> {
        let Expectation::Specified(readings) = expectation else { return Ok(()) };
        let finished: Vec<bool> = match &self.input {
            Input::Bytes(_) => vec![true],
            Input::Calls(script) => script.segments().map(|calls| Script::segment_bytes(calls).1).collect(),
        };
        if readings.len() != finished.len() {
            return Err(format!(
                "{} segments are expected, the input has {}",
                readings.len(),
                finished.len()
            ));
        }
        match readings.iter().zip(finished).position(|(reading, finished)| finished && reading.pending > 0) {
            Some(segment) => Err(format!("segment {segment} is finished, nothing can be pending in it")),
            None => Ok(()),
        }
    }
}

pub(crate) fn first_duplicate(list: &[String]) -> Option<&String> {
    list.iter().enumerate().find(|(at, one)| list[..*at].contains(one)).map(|(_, one)| one)
}

pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        of_str(deserializer, bytes_from_hex).map(Self)
    }
}

struct Calls(Script);

impl<'de> Deserialize<'de> for Calls {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        of_str(deserializer, str::parse).map(Self)
    }
}

/// A JSON object as a list of entries, in order; a key that stands twice is an error. (serde's maps keep the last one
/// without a word.)
pub(crate) struct UniqueKeys<K, V>(pub(crate) Vec<(K, V)>);

impl<K, V> Default for UniqueKeys<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, K: Deserialize<'de> + PartialEq + fmt::Display, V: Deserialize<'de>> Deserialize<'de>
    for UniqueKeys<K, V>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de> + PartialEq + fmt::Display, V: Deserialize<'de>> Visitor<'de>
            for Entries<K, V>
        {
            type Value = UniqueKeys<K, V>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries: Vec<(K, V)> = Vec::new();
                while let Some(key) = map.next_key::<K>()? {
                    if entries.iter().any(|(other, _)| *other == key) {
                        return Err(de::Error::custom(format!("duplicate key `{key}`")));
                    }
                    entries.push((key, map.next_value()?));
                }
                Ok(UniqueKeys(entries))
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

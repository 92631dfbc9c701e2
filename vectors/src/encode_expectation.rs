//! What is expected of an encoder.

use crate::name::{EncodeErrorKind, Question};
use crate::notation::Bytes;
use serde::{Deserialize, Serialize};

/// What a standard says of something to encode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Keys", into = "Keys")]
pub enum EncodeExpectation {
    /// It says it.
    Specified(Encoding),
    /// It is silent.
    Unspecified(Question),
}

/// The bytes, and where they end too early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoding {
    /// The bytes of all before the error; no sequence is in it in part.
    pub bytes: Vec<u8>,
    /// What cannot be encoded, if something cannot.
    pub error: Option<EncodeError>,
}

/// Something that cannot be encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodeError {
    /// Why.
    pub kind: EncodeErrorKind,
    /// Its offset in numbers or UTF-16 units.
    pub at: usize,
    /// All bytes of an encoder that puts U+FFFD for what cannot be encoded; none where there is no room.
    pub replaced: Option<Vec<u8>>,
}

/// The keys as they stand.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an expectation object")]
struct Keys {
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<EncodeErrorKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unspecified: Option<Question>,
}

impl TryFrom<Keys> for EncodeExpectation {
    type Error = &'static str;

    fn try_from(keys: Keys) -> Result<Self, Self::Error> {
        let replaced = keys.replaced.map(|bytes| bytes.0);
        let error = match (keys.error, keys.at, replaced) {
            (None, None, None) => None,
            (Some(kind), Some(at), replaced) => {
                if replaced.is_some() == (kind == EncodeErrorKind::NoRoom) {
                    return Err("`replaced` stands with every error but no-room");
                }
                Some(EncodeError { kind, at, replaced })
            }
            _ => return Err("`error` and `at` stand together, and `replaced` only with them"),
        };
        match (keys.bytes, keys.unspecified, error) {
            (Some(bytes), None, error) => Ok(Self::Specified(Encoding { bytes: bytes.0, error })),
            (None, Some(question), None) => Ok(Self::Unspecified(question)),
            _ => Err("an expectation has either `bytes` or `unspecified`"),
        }
    }
}

impl From<EncodeExpectation> for Keys {
    fn from(expectation: EncodeExpectation) -> Self {
        let Encoding { bytes, error } = match expectation {
            EncodeExpectation::Unspecified(question) => {
                return Self { unspecified: Some(question), ..Self::default() };
            }
            EncodeExpectation::Specified(encoding) => encoding,
        };
        let keys = Self { bytes: Some(Bytes(bytes)), ..Self::default() };
        match error {
            None => keys,
            Some(EncodeError { kind, at, replaced }) => {
                Self { error: Some(kind), at: Some(at), replaced: replaced.map(Bytes), ..keys }
            }
        }
    }
}

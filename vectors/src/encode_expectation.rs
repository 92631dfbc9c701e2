//! What is expected of an encoder.

use crate::canonical::{object, string};
use crate::hex;
use crate::names::{EncodeErrorKind, Question};
use crate::vector::Bytes;
use serde::{Deserialize, Deserializer, de};

/// What a standard says of something to encode.
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an expectation object")]
struct Keys {
    bytes: Option<Bytes>,
    error: Option<EncodeErrorKind>,
    at: Option<usize>,
    replaced: Option<Bytes>,
    unspecified: Option<Question>,
}

impl<'de> Deserialize<'de> for EncodeExpectation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Keys::deserialize(deserializer)?;
        let replaced = keys.replaced.map(|bytes| bytes.0);
        let error = match (keys.error, keys.at, replaced) {
            (None, None, None) => None,
            (Some(kind), Some(at), replaced) => {
                if replaced.is_some() == (kind == EncodeErrorKind::NoRoom) {
                    return Err(de::Error::custom("`replaced` stands with every error but no-room"));
                }
                Some(EncodeError { kind, at, replaced })
            }
            _ => {
                return Err(de::Error::custom(
                    "`error` and `at` stand together, and `replaced` only with them",
                ));
            }
        };
        match (keys.bytes, keys.unspecified, error) {
            (Some(bytes), None, error) => Ok(Self::Specified(Encoding { bytes: bytes.0, error })),
            (None, Some(question), None) => Ok(Self::Unspecified(question)),
            _ => Err(de::Error::custom("an expectation has either `bytes` or `unspecified`")),
        }
    }
}

impl EncodeExpectation {
    pub(crate) fn to_canonical(&self) -> String {
        let encoding = match self {
            Self::Unspecified(question) => return object(&[("unspecified", string(question.name()))]),
            Self::Specified(encoding) => encoding,
        };
        let hex = |bytes: &[u8]| string(&hex::encode(bytes));
        let mut keys = vec![("bytes", hex(&encoding.bytes))];
        if let Some(EncodeError { kind, at, replaced }) = &encoding.error {
            keys.push(("error", string(kind.name())));
            keys.push(("at", at.to_string()));
            keys.extend(replaced.as_ref().map(|bytes| ("replaced", hex(bytes))));
        }
        object(&keys)
    }
}

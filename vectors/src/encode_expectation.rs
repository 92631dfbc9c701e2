//! What is expected of an encoder.

use crate::name::{EncodeErrorKind, Question};
use crate::notation::Bytes;
use serde::{Deserialize, Serialize};

/// What a standard says of something to encode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Keys", rename_all = "lowercase")]
pub enum EncodeExpectation {
    /// It is silent.
    Unspecified(Question),
    /// It says it.
    #[serde(untagged)]
    Specified(Encoding),
}

/// The bytes, and where they end too early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Encoding {
    /// The bytes of all before the error; no sequence is in it in part.
    pub bytes: Bytes,
    /// What cannot be encoded, if something cannot.
    #[serde(flatten)]
    pub error: Option<EncodeError>,
}

/// Something that cannot be encoded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EncodeError {
    /// Why.
    #[serde(rename = "error")]
    pub kind: EncodeErrorKind,
    /// Its offset in numbers or UTF-16 units.
    pub at: usize,
    /// All bytes of an encoder that puts U+FFFD for what cannot be encoded; none where there is no room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced: Option<Bytes>,
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

impl TryFrom<Keys> for EncodeExpectation {
    type Error = &'static str;

    fn try_from(keys: Keys) -> Result<Self, Self::Error> {
        let error = match (keys.error, keys.at, keys.replaced) {
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
            (Some(bytes), None, error) => Ok(Self::Specified(Encoding { bytes, error })),
            (None, Some(question), None) => Ok(Self::Unspecified(question)),
            _ => Err("an expectation has either `bytes` or `unspecified`"),
        }
    }
}

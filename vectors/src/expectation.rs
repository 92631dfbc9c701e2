//! What a standard says of an input.

use crate::name::Question;
use crate::notation::{CodePoint, present};
use illformed_codec::ErrorKind;
use serde::{Deserialize, Serialize};

/// What one profile expects of one vector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ExpectationKeys", into = "ExpectationKeys")]
pub enum Expectation {
    /// One reading for an input of bytes, one for each segment of a script; at least one.
    Specified(Vec<Reading>),
    /// The standard does not say; the question may be answered by the user.
    Unspecified(Question),
}

impl Expectation {
    /// Whether there is no error in any segment; `None` where the standard does not say.
    pub fn well_formed(&self) -> Option<bool> {
        match self {
            Self::Specified(readings) => Some(readings.iter().all(Reading::well_formed)),
            Self::Unspecified(_) => None,
        }
    }
}

/// What is to be read in the bytes of one segment: errors and text tile them, but for what is pending.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ExpectationKeys", into = "ExpectationKeys")]
pub struct Reading {
    /// The errors, ascending.
    pub errors: Vec<ExpectedError>,
    /// The code points that are in no error, in order.
    pub text: Vec<u32>,
    /// How many bytes at the end are undecided; only where the segment is not finished.
    pub pending: usize,
}

impl Reading {
    /// Whether there is no error. Bytes that are pending are none.
    pub fn well_formed(&self) -> bool {
        self.errors.is_empty()
    }
}

/// A maximal subpart of an ill-formed subsequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an error object with at, len and kind")]
pub struct ExpectedError {
    /// Byte offset.
    pub at: usize,
    /// Length in bytes.
    pub len: usize,
    /// Why.
    pub kind: ErrorKind,
}

/// The keys as they may stand; which of them belong together is checked once all are read.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(
    default,
    deny_unknown_fields,
    expecting = "an object with well_formed, errors and text, or segments, or unspecified"
)]
struct ExpectationKeys {
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    well_formed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    errors: Option<Vec<ExpectedError>>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    text: Option<Vec<CodePoint>>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pending: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    segments: Option<Vec<Reading>>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    unspecified: Option<Question>,
}

impl TryFrom<ExpectationKeys> for Reading {
    type Error = &'static str;

    fn try_from(keys: ExpectationKeys) -> Result<Self, Self::Error> {
        if keys.segments.is_some() || keys.unspecified.is_some() {
            return Err("`segments` and `unspecified` stand alone");
        }
        let (Some(well_formed), Some(errors), Some(text)) = (keys.well_formed, keys.errors, keys.text) else {
            return Err("an expectation needs well_formed, errors and text");
        };
        if well_formed != errors.is_empty() {
            return Err("`well_formed` contradicts `errors`");
        }
        if keys.pending == Some(0) {
            return Err("`pending` is left out when nothing is pending");
        }
        let text = text.into_iter().map(|code| code.0).collect();
        Ok(Self { errors, text, pending: keys.pending.unwrap_or(0) })
    }
}

impl From<Reading> for ExpectationKeys {
    fn from(reading: Reading) -> Self {
        Self {
            well_formed: Some(reading.well_formed()),
            errors: Some(reading.errors),
            text: Some(reading.text.into_iter().map(CodePoint).collect()),
            pending: Some(reading.pending).filter(|pending| *pending > 0),
            ..Self::default()
        }
    }
}

impl TryFrom<ExpectationKeys> for Expectation {
    type Error = &'static str;

    fn try_from(mut keys: ExpectationKeys) -> Result<Self, Self::Error> {
        let (segments, question) = (keys.segments.take(), keys.unspecified.take());
        let stands_alone = keys == ExpectationKeys::default();
        match (segments, question) {
            (None, None) => Ok(Self::Specified(vec![keys.try_into()?])),
            (Some(segments), _) if segments.len() < 2 => {
                Err("`segments` are two or more; what is expected of one stands without them")
            }
            (Some(segments), None) if stands_alone => Ok(Self::Specified(segments)),
            (None, Some(question)) if stands_alone => Ok(Self::Unspecified(question)),
            _ => Err("`segments` and `unspecified` stand alone"),
        }
    }
}

impl From<Expectation> for ExpectationKeys {
    fn from(expectation: Expectation) -> Self {
        match expectation {
            Expectation::Unspecified(question) => Self { unspecified: Some(question), ..Self::default() },
            Expectation::Specified(mut readings) if readings.len() == 1 => readings.remove(0).into(),
            Expectation::Specified(readings) => Self { segments: Some(readings), ..Self::default() },
        }
    }
}

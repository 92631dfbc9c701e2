//! What a standard says of an input.

use crate::names::{ErrorKind, Question};
use crate::strict_json::of_str;
use serde::{Deserialize, Deserializer, de};

/// What one profile expects of one vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// One reading for an input of bytes, one for each segment of a script.
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpectedError {
    /// Byte offset.
    pub at: usize,
    /// Length in bytes.
    pub len: usize,
    /// Why.
    pub kind: ErrorKind,
}

/// The keys as they may stand; which of them belong together is checked once all are read.
#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with well_formed, errors and text, or segments, or unspecified"
)]
struct Keys {
    well_formed: Option<bool>,
    errors: Option<Vec<(usize, usize, ErrorKind)>>,
    text: Option<Vec<CodePoint>>,
    pending: Option<usize>,
    segments: Option<Vec<Reading>>,
    unspecified: Option<Question>,
}

impl Keys {
    fn reading(self) -> Result<Reading, &'static str> {
        if self.segments.is_some() || self.unspecified.is_some() {
            return Err("`segments` and `unspecified` stand alone");
        }
        let (Some(well_formed), Some(errors), Some(text)) = (self.well_formed, self.errors, self.text) else {
            return Err("an expectation needs well_formed, errors and text");
        };
        if well_formed != errors.is_empty() {
            return Err("`well_formed` contradicts `errors`");
        }
        if self.pending == Some(0) {
            return Err("`pending` is left out when nothing is pending");
        }
        let errors = errors.into_iter().map(|(at, len, kind)| ExpectedError { at, len, kind }).collect();
        Ok(Reading {
            errors,
            text: text.into_iter().map(|code| code.0).collect(),
            pending: self.pending.unwrap_or(0),
        })
    }

    const fn stands_alone(&self) -> bool {
        self.well_formed.is_none() && self.errors.is_none() && self.text.is_none() && self.pending.is_none()
    }

    fn expectation(mut self) -> Result<Expectation, &'static str> {
        if let (Some(question), None, true) = (self.unspecified, &self.segments, self.stands_alone()) {
            return Ok(Expectation::Unspecified(question));
        }
        if self.stands_alone()
            && self.unspecified.is_none()
            && let Some(segments) = self.segments.take()
        {
            return Ok(Expectation::Specified(segments));
        }
        Ok(Expectation::Specified(vec![self.reading()?]))
    }
}

impl<'de> Deserialize<'de> for Reading {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Keys::deserialize(deserializer)?.reading().map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Expectation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Keys::deserialize(deserializer)?.expectation().map_err(de::Error::custom)
    }
}

/// A code point as lower-case hex of at least four digits, without needless zeros.
struct CodePoint(u32);

impl<'de> Deserialize<'de> for CodePoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        of_str(deserializer, |text| {
            let code = u32::from_str_radix(text, 16).ok().filter(|code| code_point(*code) == text);
            code.map(Self)
                .ok_or_else(|| format!("`{text}` is no code point: lower-case hex of at least four digits"))
        })
    }
}

/// `code` as the format writes it.
pub(crate) fn code_point(code: u32) -> String {
    format!("{code:04x}")
}

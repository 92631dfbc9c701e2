//! An input that fails, or why it becomes no vector.

use crate::search::black_box::FuzzedDecoder;
use illformed_vectors::Input;
use std::fmt;

/// The longest input that is kept: bytes, or of calls those of the script's text.
const MOST_BYTES: usize = 4096;

/// An input on which a decoder or a property fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailingInput {
    pub input: Input,
    pub detail: String,
}

impl FailingInput {
    /// The same, if its input is short enough to be kept.
    pub fn short(self) -> Result<Self, Unpromoted> {
        let len = match &self.input {
            Input::Bytes(bytes) => bytes.len(),
            Input::Calls(script) => script.to_string().len(),
        };
        if len <= MOST_BYTES { Ok(self) } else { Err(Unpromoted::TooLong(len)) }
    }
}

/// Why an input becomes no vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unpromoted {
    /// The decoder or the property does not fail on it.
    Passes,
    TooLong(usize),
    /// This id, which follows from its bytes, and all like it belong to other inputs.
    Taken(String),
    /// The decoder or the property could not be asked, for this reason.
    Unasked(String),
}

impl Unpromoted {
    /// The exit code of a command with this outcome; of several outcomes the greatest.
    pub const fn code(&self) -> u8 {
        match self {
            Self::Passes | Self::TooLong(_) | Self::Taken(_) => 1,
            Self::Unasked(_) => 3,
        }
    }
}

/// A predicate: what failed, or should, is named before it.
impl fmt::Display for Unpromoted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passes => formatter.write_str("does not fail on it"),
            Self::TooLong(bytes) => write!(
                formatter,
                "fails on {bytes} bytes, and at most {MOST_BYTES} are kept; make the input smaller"
            ),
            Self::Taken(id) => write!(formatter, "fails on an input whose id {id} is taken"),
            Self::Unasked(why) => write!(formatter, "could not be asked: {why}"),
        }
    }
}

impl std::error::Error for Unpromoted {}

impl FuzzedDecoder {
    /// The input on which the decoder fails first, of those that were asked.
    pub fn failing(&self) -> Result<FailingInput, Unpromoted> {
        match self.findings.first() {
            Some(finding) => Ok(FailingInput {
                input: finding.input.0.clone(),
                detail: format!("{}: {}", finding.wrong.class.verdict, finding.wrong.detail),
            }),
            None if self.executions > self.unjudged => Err(Unpromoted::Passes),
            None => Err(Unpromoted::Unasked(
                self.gave_up
                    .clone()
                    .unwrap_or_else(|| "its claim does not say what is right for this input".to_owned()),
            )),
        }
    }
}

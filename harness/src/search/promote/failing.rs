//! An input that fails, or why it becomes no vector.

use crate::search::black_box::FuzzedDecoder;
use illformed_vectors::Input;

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
        if len <= MOST_BYTES {
            return Ok(self);
        }
        let why = format!("fails on {len} bytes, and at most {MOST_BYTES} are kept; make the input smaller");
        Err(Unpromoted { why, code: 1 })
    }
}

/// Why an input becomes no vector: a predicate, what failed, or should, is named before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpromoted {
    pub why: String,
    /// The exit code of a command with this outcome; of several outcomes the greatest.
    pub code: u8,
}

impl Unpromoted {
    /// The decoder or the property does not fail on it.
    pub fn passes() -> Self {
        Self { why: "does not fail on it".to_owned(), code: 1 }
    }

    /// The decoder or the property could not be asked, for this reason.
    pub fn unasked(why: &str) -> Self {
        Self { why: format!("could not be asked: {why}"), code: 3 }
    }
}

impl FuzzedDecoder {
    /// The input on which the decoder fails first, of those that were asked.
    pub fn failing(&self) -> Result<FailingInput, Unpromoted> {
        match self.findings.first() {
            Some(finding) => Ok(FailingInput {
                input: finding.input.clone(),
                detail: format!("{}: {}", finding.wrong.class.verdict, finding.wrong.detail),
            }),
            None if self.executions > self.unjudged => Err(Unpromoted::passes()),
            None => {
                let silent = "it cannot be given this input, or its claim does not say what is right for it";
                Err(Unpromoted::unasked(self.gave_up.as_deref().unwrap_or(silent)))
            }
        }
    }
}

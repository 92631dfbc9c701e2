//! Scripts of calls on one decoder object.

use crate::hex;
use crate::notation::{as_text, bytes_from_hex};
use std::fmt;
use std::str::FromStr;

/// One call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Call {
    /// Feed a chunk; it may be empty.
    Feed(Vec<u8>),
    /// There is no more input.
    Finish,
    /// Begin something new on the same object.
    Reset,
}

impl Call {
    /// The bytes of the chunk; none where the call feeds nothing.
    pub fn fed(&self) -> &[u8] {
        match self {
            Self::Feed(chunk) => chunk,
            Self::Finish | Self::Reset => &[],
        }
    }
}

/// A non-empty list of calls; a finish is followed by a reset or by nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Script(Vec<Call>);

/// Why a text is no input.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputError {
    /// It is not `calls ` and a script, and no lower-case hex of whole bytes.
    Bytes {
        /// What is wrong with it.
        reason: String,
    },
    /// There is no call in the script.
    Empty,
    /// A word is neither lower-case hex of whole bytes nor `-`, `.` or `~`.
    BadWord {
        /// Number of the word, from 0.
        word: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A call follows a finish without a reset between.
    CallAfterFinish {
        /// Number of that call, from 0.
        word: usize,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes { reason } => formatter.write_str(reason),
            Self::Empty => formatter.write_str("a script needs at least one call"),
            Self::BadWord { word, reason } => write!(formatter, "word {word} of the script: {reason}"),
            Self::CallAfterFinish { word } => {
                write!(formatter, "word {word} of the script follows a finish without a reset")
            }
        }
    }
}

impl std::error::Error for InputError {}

impl Script {
    /// A script of `calls`. Fails when there is none, or when one follows a finish without a reset.
    pub fn new(calls: Vec<Call>) -> Result<Self, InputError> {
        if calls.is_empty() {
            return Err(InputError::Empty);
        }
        let after_finish =
            calls.windows(2).position(|pair| pair[0] == Call::Finish && pair[1] != Call::Reset);
        match after_finish {
            Some(at) => Err(InputError::CallAfterFinish { word: at + 1 }),
            None => Ok(Self(calls)),
        }
    }

    /// The calls.
    pub fn calls(&self) -> &[Call] {
        &self.0
    }

    /// The calls between the resets, in order; a segment may be empty.
    pub fn segments(&self) -> impl Iterator<Item = &[Call]> {
        self.0.split(|call| *call == Call::Reset)
    }

    /// All bytes that are fed in `segment`, and whether it is finished.
    pub fn segment_bytes(segment: &[Call]) -> (Vec<u8>, bool) {
        let bytes = segment.iter().map(Call::fed).collect::<Vec<_>>().concat();
        (bytes, segment.last() == Some(&Call::Finish))
    }
}

impl fmt::Display for Script {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, call) in self.0.iter().enumerate() {
            if number > 0 {
                formatter.write_str(" ")?;
            }
            match call {
                Call::Feed(chunk) if chunk.is_empty() => formatter.write_str("-")?,
                Call::Feed(chunk) => formatter.write_str(&hex::encode(chunk))?,
                Call::Finish => formatter.write_str(".")?,
                Call::Reset => formatter.write_str("~")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Script {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        if text.is_empty() {
            return Err(InputError::Empty);
        }
        let call = |(word, text)| match text {
            "-" => Ok(Call::Feed(Vec::new())),
            "." => Ok(Call::Finish),
            "~" => Ok(Call::Reset),
            "" => Err(InputError::BadWord { word, reason: "empty: one space between words".to_owned() }),
            hex => bytes_from_hex(hex).map(Call::Feed).map_err(|reason| InputError::BadWord { word, reason }),
        };
        Self::new(text.split(' ').enumerate().map(call).collect::<Result<_, _>>()?)
    }
}

as_text!(Script, str::parse);

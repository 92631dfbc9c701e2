//! How a case is derived from a vector.

use illformed_vectors::{Call, Input, Script};
use std::fmt;
use std::str::FromStr;

/// A way to make another case with the same expectation out of a vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Recipe {
    /// The bytes in two chunks, the first of this many bytes, then finish.
    Split(usize),
}

impl Recipe {
    /// The recipes that can be applied to `input`: every split that leaves no chunk empty.
    pub fn applicable(input: &Input) -> Vec<Self> {
        match input {
            Input::Bytes(bytes) => (1..bytes.len()).map(Self::Split).collect(),
            Input::Calls(_) => Vec::new(),
        }
    }

    /// The derived input, or `None` when the recipe does not apply.
    pub fn apply(self, input: &Input) -> Option<Input> {
        let (Self::Split(at), Input::Bytes(bytes)) = (self, input) else { return None };
        if at == 0 || at >= bytes.len() {
            return None;
        }
        let (first, second) = bytes.split_at(at);
        let calls = vec![Call::Feed(first.to_vec()), Call::Feed(second.to_vec()), Call::Finish];
        Script::new(calls).ok().map(Input::Calls)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Split(at) => write!(formatter, "split={at}"),
        }
    }
}

impl FromStr for Recipe {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some(("split", at)) => {
                // Written back it must be the same text: one case has one id.
                let number = at.parse().ok().filter(|number: &usize| number.to_string() == at);
                number.map(Self::Split).ok_or_else(|| format!("`{at}` in recipe `{text}` is no offset"))
            }
            _ => Err(format!("unknown recipe `{text}`, expected split=<offset>")),
        }
    }
}

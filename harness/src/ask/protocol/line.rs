//! The lines that are written to an adapter, and what all lines that it writes have in common.

use illformed_vectors::Input;
use serde::{Deserialize, Deserializer};
use std::fmt::{self, Write};

pub const VERSION: u32 = 1;

/// What is wrong with a line of an adapter, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// The place, as a JSON pointer such as `/seq`; empty for the line as a whole.
    pub pointer: String,
    pub reason: String,
}

impl LineError {
    /// Something is wrong with the value of `key`.
    pub(crate) fn at(key: &str, reason: impl Into<String>) -> Self {
        Self { pointer: format!("/{key}"), reason: reason.into() }
    }

    /// Something is wrong with the line as a whole.
    pub(crate) fn whole(reason: impl Into<String>) -> Self {
        Self { pointer: String::new(), reason: reason.into() }
    }

    /// The same, after the words that say what should have come.
    pub(crate) fn behind(self, what: &str) -> Self {
        Self { reason: format!("{what}: {}", self.reason), ..self }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for LineError {}

pub(crate) fn may_be_object(line: &str) -> bool {
    line.trim_start().starts_with('{')
}

/// The object in `line`. Serde alone would take an array for a struct, with the fields in their order.
pub(crate) fn object<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, LineError> {
    if !may_be_object(line) {
        return Err(LineError::whole("not a JSON object"));
    }
    serde_json::from_str(line)
        .map_err(|error| LineError { pointer: pointer::<T>(line), reason: error.to_string() })
}

/// Where reading `line` fails. It is read anew, so that good lines do not pay for it.
fn pointer<'a, T: Deserialize<'a>>(line: &'a str) -> String {
    let mut reader = serde_json::Deserializer::from_str(line);
    let failed = serde_path_to_error::deserialize::<_, T>(&mut reader).err();
    let path = failed.iter().flat_map(|error| error.path().iter());
    path.fold(String::new(), |pointer, segment| format!("{pointer}/{segment}"))
}

/// The value of an optional key, which may be missing but not `null`.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// The line that asks an adapter to introduce itself, the first of a session.
pub fn hello_request() -> String {
    format!("{{\"op\":\"hello\",\"protocol\":{VERSION}}}\n")
}

/// Appends the line that asks `decoder` for `input`. The keys stand in the contract's order without spaces. A decoder's
/// name has no character that JSON escapes.
pub fn write_request(line: &mut String, seq: u64, decoder: &str, input: &Input) {
    // Writing into a String cannot fail.
    let _ = match input {
        Input::Bytes(bytes) => writeln!(
            line,
            "{{\"op\":\"decode\",\"seq\":{seq},\"decoder\":\"{decoder}\",\"bytes\":\"{}\"}}",
            const_hex::encode(bytes)
        ),
        Input::Calls(script) => {
            writeln!(
                line,
                "{{\"op\":\"script\",\"seq\":{seq},\"decoder\":\"{decoder}\",\"calls\":\"{script}\"}}"
            )
        }
    };
}

//! The error of a strict decoder.

use crate::ErrorKind;
use core::error::Error;
use core::fmt;

/// Bytes that are not well-formed, with the place and the reason. Like `core::str::Utf8Error`, plus the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DecodeError {
    kind: ErrorKind,
    at: usize,
    len: usize,
}

impl DecodeError {
    pub(crate) const fn new(kind: ErrorKind, at: usize, len: usize) -> Self {
        Self { kind, at, len }
    }

    /// The byte offset up to which the input is well-formed; the error starts there.
    pub const fn valid_up_to(&self) -> usize {
        self.at
    }

    /// How many bytes the error covers (1 to 5), or `None` when the input ended inside a sequence that was fine so far.
    pub const fn error_len(&self) -> Option<usize> {
        match self.kind {
            ErrorKind::Incomplete => None,
            _ => Some(self.len),
        }
    }

    /// Why the bytes are ill-formed.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error_len() {
            Some(1) => write!(formatter, "{} sequence of 1 byte at offset {}", self.kind, self.at),
            Some(len) => write!(formatter, "{} sequence of {len} bytes at offset {}", self.kind, self.at),
            None => {
                write!(formatter, "incomplete sequence at offset {}, cut by the end of the input", self.at)
            }
        }
    }
}

impl Error for DecodeError {}

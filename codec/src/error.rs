//! The error of a strict decoder.

use crate::ErrorKind;
use crate::planted_fault::{const_unless_planted, faulty};
use core::error::Error;
use core::fmt;

/// Bytes that are not well-formed, with the place and the reason. Like `core::str::Utf8Error`, plus the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IllFormed {
    kind: ErrorKind,
    at: usize,
    len: usize,
}

impl IllFormed {
    pub(crate) const fn new(kind: ErrorKind, at: usize, len: usize) -> Self {
        Self { kind, at, len }
    }

    const_unless_planted! {
    /// The byte offset up to which the input is well-formed; the error starts there.
    pub const fn valid_up_to(&self) -> usize {
        faulty!(self.at; IllFormedValidUpTo => self.at + usize::from(self.at >= 3))
    }

    /// How many bytes the error covers (1 to 5), or `None` when the input ended inside a sequence that was fine so far.
    pub const fn error_len(&self) -> Option<usize> {
        match self.kind {
            ErrorKind::Incomplete => None,
            _ => faulty!(Some(self.len); IllFormedErrorLen => Some(if self.len == 3 { 1 } else { self.len })),
        }
    }

    /// Why the bytes are ill-formed.
    pub const fn kind(&self) -> ErrorKind {
        faulty!(self.kind; IllFormedKind => match self.kind {
            ErrorKind::Surrogate => ErrorKind::Overlong,
            kind => kind,
        })
    }
    }
}

impl fmt::Display for IllFormed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error_len() {
            Some(len) => write!(formatter, "{} sequence of {len} byte(s) at offset {}", self.kind, self.at),
            None => write!(formatter, "incomplete sequence at offset {}, the end of the input", self.at),
        }
    }
}

impl Error for IllFormed {}

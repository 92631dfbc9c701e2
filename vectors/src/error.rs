//! Why a suite could not be loaded.

use crate::strict_json::line_of;
use std::error::Error;
use std::fmt;

/// Where in a suite something is wrong.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as it was named to the loader.
    pub file: String,
    /// The line, from 1, if it is known.
    pub line: Option<usize>,
    /// A JSON pointer into the file (RFC 6901), empty for the whole.
    pub pointer: String,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        if !self.pointer.is_empty() {
            write!(formatter, " {}", self.pointer)?;
        }
        Ok(())
    }
}

/// Something that makes a suite unusable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadError {
    /// Where.
    pub place: Place,
    /// What, as a lower-case fragment.
    pub reason: String,
}

impl LoadError {
    /// That `reason` holds of the file of that name, there.
    pub fn new(file: &str, line: Option<usize>, pointer: String, reason: impl Into<String>) -> Self {
        Self { place: Place { file: file.to_owned(), line, pointer }, reason: reason.into() }
    }

    /// The same where `pointer` points to in `text`, which the file has.
    pub(crate) fn at(file: &str, text: &str, pointer: impl Into<String>, reason: impl Into<String>) -> Self {
        let pointer = pointer.into();
        Self::new(file, Some(line_of(text, &pointer)), pointer, reason)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.reason)
    }
}

impl Error for LoadError {}

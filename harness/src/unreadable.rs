//! What cannot be read from disk.

use std::error::Error;
use std::path::PathBuf;
use std::{fmt, io};

/// A file or folder that cannot be read, and why.
#[derive(Debug)]
pub struct Unreadable {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.path.display(), self.source)
    }
}

impl Error for Unreadable {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.source)
    }
}

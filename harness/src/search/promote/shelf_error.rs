//! Why vectors and seeds cannot be read or written.

use illformed_vectors::LoadError;
use std::path::PathBuf;
use std::{fmt, io};

/// Why a folder of vectors or seeds cannot be used.
#[derive(Debug)]
pub enum ShelfError {
    /// There is no such folder, or nothing in it.
    Usage(String),
    /// The vectors cannot be used.
    Load(Vec<LoadError>),
    /// A file cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl fmt::Display for ShelfError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(what) => formatter.write_str(what),
            Self::Load(errors) => {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                formatter.write_str(&lines.join("\n"))
            }
            Self::File { path, source } => write!(formatter, "{}: {source}", path.display()),
        }
    }
}

impl std::error::Error for ShelfError {}

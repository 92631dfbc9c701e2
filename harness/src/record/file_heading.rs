//! The first look at a JSON file that may be anything: whether it is whole, ours, and of this version.

use serde::Deserialize;
use std::fmt;

/// Why a file is not read any further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeadingError {
    Empty,
    /// It ends too early.
    Cut {
        lines: usize,
    },
    NotJson {
        /// What the reader says, with line and column.
        reason: String,
    },
    /// It is JSON of another kind.
    Foreign {
        /// What it says of itself, if anything.
        kind: Option<String>,
        /// What it should be.
        wanted: &'static str,
    },
    /// Another version of this program wrote it, in another format.
    OtherSchema {
        /// The version of its format, 0 if there is none.
        schema: u64,
        /// The version that is read.
        read: u32,
    },
}

impl fmt::Display for HeadingError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => formatter.write_str("no file of illformed: it is empty"),
            Self::Cut { lines } => write!(formatter, "truncated at line {lines}"),
            Self::NotJson { reason } => write!(formatter, "no file of illformed: {reason}"),
            Self::Foreign { kind: None, wanted } => {
                write!(formatter, "no file of illformed: it has no `kind`, which should be `{wanted}`")
            }
            Self::Foreign { kind: Some(kind), wanted } => {
                let kind: String = kind.chars().take(40).collect();
                write!(formatter, "its kind is `{}`, not `{wanted}`", kind.escape_debug())
            }
            Self::OtherSchema { schema: 0, read } => {
                write!(formatter, "it has no `schema`, which should be {read}")
            }
            Self::OtherSchema { schema, read } => {
                let age = if *schema > u64::from(*read) { "a newer" } else { "an older" };
                write!(
                    formatter,
                    "{age} illformed wrote it, in schema {schema}; this one reads schema {read}"
                )
            }
        }
    }
}

impl std::error::Error for HeadingError {}

/// What tells the kind and the version of a file before anything else is read.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object with a `kind`")]
struct Heading {
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    schema: Option<u64>,
}

/// Whether `text` is a file of the kind `wanted` in the version `read`.
pub(crate) fn check(text: &str, wanted: &'static str, read: u32) -> Result<(), HeadingError> {
    let heading: Heading = serde_json::from_str(text).map_err(|error| {
        if text.trim().is_empty() {
            HeadingError::Empty
        } else if error.is_eof() {
            HeadingError::Cut { lines: error.line() }
        } else if text.starts_with('\u{FEFF}') {
            HeadingError::NotJson {
                reason: "it begins with a byte order mark, which JSON has not".to_owned(),
            }
        } else {
            HeadingError::NotJson { reason: error.to_string() }
        }
    })?;
    if heading.kind.as_deref() != Some(wanted) {
        return Err(HeadingError::Foreign { kind: heading.kind, wanted });
    }
    let schema = heading.schema.unwrap_or_default();
    if schema == u64::from(read) { Ok(()) } else { Err(HeadingError::OtherSchema { schema, read }) }
}

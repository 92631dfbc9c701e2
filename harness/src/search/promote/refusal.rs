//! Why an input that fails is not kept.

use std::fmt;

/// Why nothing is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It is longer than what is kept.
    TooLong {
        /// How many bytes it has.
        bytes: usize,
        /// How many it may have.
        most: usize,
    },
    /// The name is none, or is in use for something else.
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// What is said of the input is not true of it, or the sources that are independent of the codec disagree on it.
    Lint(Vec<String>),
    /// The file of the group cannot take it.
    Group(String),
    /// There is neither a vector nor a seed of it.
    Nothing {
        /// Why no vector.
        vector: &'static str,
        /// Why no seed.
        seed: &'static str,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes, most } => {
                write!(
                    formatter,
                    "{bytes} bytes are left, and at most {most} are kept; make it smaller first"
                )
            }
            Self::Name { name, why } => write!(formatter, "the name {name}: {why}"),
            Self::Lint(findings) => formatter.write_str(&findings.join("; ")),
            Self::Group(why) => formatter.write_str(why),
            Self::Nothing { vector, seed } => write!(formatter, "no vector: {vector}; no seed: {seed}"),
        }
    }
}

impl std::error::Error for Refusal {}

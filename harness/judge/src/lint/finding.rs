//! What a linter says.

use illformed_codec::Profile;
use illformed_vectors::Place;
use std::fmt;

/// Something wrong with a file of vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintFinding {
    /// The file, the line and the pointer.
    pub place: Place,
    /// The id of the vector, if it is about one.
    pub vector: Option<String>,
    /// The profile, if it is about one.
    pub profile: Option<Profile>,
    /// What is wrong, as a lower-case fragment.
    pub reason: String,
}

impl fmt::Display for LintFinding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", self.place)?;
        if let Some(vector) = &self.vector {
            formatter.write_str(vector)?;
            if let Some(profile) = self.profile {
                write!(formatter, " under {profile}")?;
            }
            formatter.write_str(": ")?;
        }
        formatter.write_str(&self.reason)
    }
}

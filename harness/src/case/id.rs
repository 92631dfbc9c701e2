//! The names of cases.

use crate::case::Recipe;
use illformed_vectors::VectorId;
use std::fmt;
use std::str::FromStr;

/// `<vector id>`, or `<vector id>@<recipe>` for a derived case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CaseId {
    /// The vector.
    pub vector: VectorId,
    /// How the case is derived from it, or `None` for the vector itself.
    pub recipe: Option<Recipe>,
}

/// A text that is no case id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadCaseId {
    reason: String,
}

impl fmt::Display for BadCaseId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for BadCaseId {}

impl fmt::Display for CaseId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.vector.fmt(formatter)?;
        match &self.recipe {
            Some(recipe) => write!(formatter, "@{recipe}"),
            None => Ok(()),
        }
    }
}

impl FromStr for CaseId {
    type Err = BadCaseId;

    fn from_str(text: &str) -> Result<Self, BadCaseId> {
        let (vector, recipe) = match text.split_once('@') {
            Some((vector, recipe)) => (vector, Some(recipe)),
            None => (text, None),
        };
        let vector = VectorId::new(vector).map_err(|reason| BadCaseId { reason })?;
        let recipe = recipe.map(str::parse).transpose().map_err(|reason| BadCaseId { reason })?;
        Ok(Self { vector, recipe })
    }
}

#[cfg(test)]
mod tests {
    use super::CaseId;

    #[test]
    fn ids_round_trip_and_have_one_spelling() {
        for id in ["overlong/nul-two-bytes", "overlong/nul-two-bytes@split=1"] {
            assert_eq!(id.parse::<CaseId>().unwrap().to_string(), id);
        }
        for bad in
            ["", "overlong", "a/b@", "a/b@split=", "a/b@split=01", "a/b@split=1@x", "A/b", "a/b@fold=1"]
        {
            assert!(bad.parse::<CaseId>().is_err(), "{bad}");
        }
    }
}

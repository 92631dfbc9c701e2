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
        let recipes = ["split=1", "splits=1+3", "bytes", "empty=2", "reuse", "at=63,fill=c3a9,tail=16"];
        for recipe in recipes {
            let id = format!("overlong/nul-two-bytes@{recipe}");
            assert_eq!(id.parse::<CaseId>().unwrap().to_string(), id);
        }
        assert_eq!("a/b".parse::<CaseId>().unwrap().to_string(), "a/b");
        let bad = [
            "split=",
            "split=01",
            "split=1@x",
            "fold=1",
            "splits=1",
            "empty",
            "bytes=1",
            "Reuse",
            "at=1",
            "",
        ];
        let bad = bad.iter().map(|recipe| format!("a/b@{recipe}"));
        for bad in bad.chain(["", "overlong", "A/b"].map(str::to_owned)) {
            assert!(bad.parse::<CaseId>().is_err(), "{bad}");
        }
    }
}

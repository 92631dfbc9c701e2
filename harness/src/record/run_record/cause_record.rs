//! A cause in a record.

use crate::record::run_record::Ranges;
use crate::record::run_record::cut::{MOST_OF_WORD, cut};
use illformed_judge::cause::{Cause, FoundCause, Relation, Severity};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CauseRecord {
    /// Its name, which is never given to another cause.
    pub id: Cause,
    /// How bad it is; it follows from the name.
    pub severity: Severity,
    pub cases: Ranges,
    /// The number of the case that shows it best.
    pub example: usize,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expected: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub observed: String,
    /// The kinds of errors in the input that have to do with it, where the name does not say it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Of `refuses-well-formed`, the classes of input that are refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<Cause>,
    /// Of `wrong-offset`, what the offset is instead, if it is the same in all cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
}

impl From<&FoundCause> for CauseRecord {
    fn from(found: &FoundCause) -> Self {
        Self {
            id: found.cause,
            severity: found.cause.severity(),
            cases: found.cases.iter().copied().collect(),
            example: found.example.case,
            expected: found.example.expected.clone(),
            observed: cut(&found.example.observed, MOST_OF_WORD).into_owned(),
            errors: found.errors.iter().map(|kind| kind.name().to_owned()).collect(),
            classes: found.classes.clone(),
            relation: found.relation,
        }
    }
}

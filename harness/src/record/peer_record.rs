//! An encoder, detector or reader of labels in a record.

use serde::{Deserialize, Serialize};

/// What came of asking one of them all vectors of its kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeerRecord {
    /// `encode`, `detect` or `label`.
    pub kind: String,
    /// `<adapter>/<name>`.
    pub name: String,
    /// Who wrote it.
    pub implementation: String,
    /// The call.
    pub api: String,
    /// What it promises.
    pub claim: String,
    /// How many replies were as expected.
    pub passed: usize,
    /// How many vectors it cannot be asked.
    pub not_applicable: usize,
    /// On how many its standard is silent.
    pub unspecified: usize,
    /// The replies that were not as expected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<PeerFinding>,
}

/// A reply that was not as expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeerFinding {
    /// The id of the vector.
    pub vector: String,
    /// What was expected and what came.
    pub detail: String,
}

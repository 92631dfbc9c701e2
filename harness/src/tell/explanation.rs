//! What is to be said of some bytes, with what a suite and a report have on them, as JSON.

use crate::tell::report::pretty_json;
use illformed_judge::explain::Explanation;
use illformed_vectors::Vector;
use serde::Serialize;

/// A decoder that differs from RFC 3629, by a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DifferingDecoder {
    /// `adapter/decoder`.
    pub decoder: String,
    /// How it differs, in words.
    pub says: String,
}

/// The object that `illformed explain --format json` prints.
#[derive(Serialize)]
struct ExplanationRecord<'a> {
    #[serde(flatten)]
    explanation: Explanation,
    /// The ids of the built-in vectors with these bytes.
    vectors: Vec<&'a str>,
    /// `None` without a report, or if it has not asked these bytes.
    decoders: Option<&'a [DifferingDecoder]>,
}

/// What is to be said of `bytes`, which are the input of `vectors`, as the JSON of `harness/schema/explanation.schema.json`.
pub fn explanation_json(bytes: &[u8], vectors: &[&Vector], decoders: Option<&[DifferingDecoder]>) -> String {
    let vectors = vectors.iter().map(|vector| vector.id.as_str()).collect();
    pretty_json(&ExplanationRecord { explanation: Explanation::of(bytes), vectors, decoders })
}

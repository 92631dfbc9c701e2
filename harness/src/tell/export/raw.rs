//! A file for each vector, and an index of them.

use crate::tell::report::pretty_json;
use illformed_vectors::{Expectation, Input, Profile, Suite};
use serde_json::json;
use std::collections::BTreeMap;

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawFile {
    /// Its path in the folder, parts separated by `/`.
    pub path: String,
    /// All that is in it.
    pub bytes: Vec<u8>,
}

/// The vectors of `suite` that are bytes: for each a file of just its bytes, named by its id, and `index.json`, JSON
/// with what each profile expects. `version` is written into the index. Scripts are named there and left out.
pub fn raw(suite: &Suite, version: &str) -> Vec<RawFile> {
    let (mut files, mut left_out, mut vectors) = (Vec::new(), Vec::new(), Vec::new());
    for vector in suite.vectors() {
        let Input::Bytes(bytes) = &vector.input else {
            left_out.push(&vector.id);
            continue;
        };
        files.push(RawFile { path: vector.id.to_string(), bytes: bytes.clone() });
        let by_profile = || Profile::ALL.iter().map(|profile| (profile.name(), vector.expectation(*profile)));
        // Null is where the standard is silent, and where there is no error.
        let well_formed: BTreeMap<_, _> =
            by_profile().map(|(name, expected)| (name, expected.well_formed())).collect();
        let first_error: BTreeMap<_, _> =
            by_profile().map(|(name, expected)| (name, first_error(expected))).collect();
        vectors.push(json!({
            "id": vector.id,
            "file": vector.id,
            "comment": vector.comment,
            "importance": suite.importance(vector).name(),
            "well_formed": well_formed,
            "first_error": first_error,
        }));
    }
    let index = json!({
        "kind": "illformed-raw",
        "suite": suite.name(),
        "version": version,
        "left_out": left_out,
        "vectors": vectors,
    });
    files.push(RawFile { path: "index.json".to_owned(), bytes: pretty_json(&index).into_bytes() });
    files
}

/// The byte offset of the first error of an input of bytes.
pub(crate) fn first_error(expectation: &Expectation) -> Option<usize> {
    match expectation {
        Expectation::Specified(readings) => readings.first()?.errors.first().map(|error| error.at),
        Expectation::Unspecified(_) => None,
    }
}

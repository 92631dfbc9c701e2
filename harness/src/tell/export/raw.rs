//! A file for each vector, and an index of them.

use crate::tell::report::pretty_json;
use illformed_vectors::{Expectation, Input, Profile, Suite};
use serde::Serialize;
use std::collections::BTreeMap;

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawFile {
    /// Its path in the folder, parts separated by `/`.
    pub path: String,
    /// All that is in it.
    pub bytes: Vec<u8>,
}

#[derive(Serialize)]
struct Index<'a> {
    kind: &'static str,
    suite: &'a str,
    version: &'a str,
    /// Scripts of calls are no files.
    left_out: Vec<&'a str>,
    vectors: Vec<IndexEntry<'a>>,
}

#[derive(Serialize)]
struct IndexEntry<'a> {
    id: &'a str,
    file: &'a str,
    comment: &'a str,
    importance: &'static str,
    /// By profile; null where the standard is silent.
    well_formed: BTreeMap<&'static str, Option<bool>>,
    /// By profile, the byte offset; null where there is none.
    first_error: BTreeMap<&'static str, Option<usize>>,
}

/// The vectors of `suite` that are bytes: for each a file of just its bytes, named by its id, and `index.json`, JSON
/// with what each profile expects. `version` is written into the index. Scripts are named there and left out.
pub fn raw(suite: &Suite, version: &str) -> Vec<RawFile> {
    let mut files = Vec::new();
    let mut index = Index {
        kind: "illformed-raw",
        suite: suite.name(),
        version,
        left_out: Vec::new(),
        vectors: Vec::new(),
    };
    for vector in suite.vectors() {
        let Input::Bytes(bytes) = &vector.input else {
            index.left_out.push(vector.id.as_str());
            continue;
        };
        files.push(RawFile { path: vector.id.to_string(), bytes: bytes.clone() });
        let by_profile = || Profile::ALL.iter().map(|profile| (profile.name(), vector.expectation(*profile)));
        index.vectors.push(IndexEntry {
            id: vector.id.as_str(),
            file: vector.id.as_str(),
            comment: &vector.comment,
            importance: suite.importance(vector).name(),
            well_formed: by_profile().map(|(name, expected)| (name, expected.well_formed())).collect(),
            first_error: by_profile().map(|(name, expected)| (name, first_error(expected))).collect(),
        });
    }
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

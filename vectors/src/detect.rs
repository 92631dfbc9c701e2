//! Vectors for whatever tells UTF-8 from other encodings by validity.

use crate::id::VectorId;
use crate::kinds::vector_kind;
use crate::name::Detection;
use crate::notation::Bytes;
use serde::{Deserialize, Serialize};

/// Bytes, with what they look like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a vector object")]
pub struct DetectVector {
    /// Its name, for ever.
    pub id: VectorId,
    /// The bytes.
    pub bytes: Bytes,
    /// The encoding that the text was written in, as the WHATWG or, for what it lacks, IANA names it.
    pub written: String,
    /// What it is, in words.
    pub comment: String,
    /// Names defined in the file's notes.
    pub flags: Vec<String>,
    /// Where the expectation comes from.
    pub refs: Vec<String>,
    /// What they look like.
    pub detected: Detection,
    /// The offset of the first error, or of the incomplete end; it stands with these and only there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
}

vector_kind!(DetectVector, "detect", |vector| {
    let has_place = matches!(vector.detected, Detection::Utf8Cut | Detection::Other);
    let fits = vector.at.is_some() == has_place;
    fits.then_some(()).ok_or_else(|| "`at` stands with utf-8-cut and other, and only there".to_owned())
});

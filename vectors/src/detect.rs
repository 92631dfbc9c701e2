//! Vectors for whatever tells UTF-8 from other encodings by validity.

use crate::canonical::string;
use crate::case_file::CaseVector;
use crate::hex;
use crate::id::VectorId;
use crate::names::Detection;
use crate::vector::Bytes;
use serde::{Deserialize, Deserializer, de};

/// Bytes, with what they look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetectVector {
    /// Its name, for ever.
    pub id: VectorId,
    /// The bytes.
    pub bytes: Vec<u8>,
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
    /// The offset of the first error, or of the incomplete end.
    pub at: Option<usize>,
}

/// The keys as they stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a vector object")]
struct Keys {
    id: VectorId,
    bytes: Bytes,
    written: String,
    comment: String,
    flags: Vec<String>,
    refs: Vec<String>,
    detected: Detection,
    at: Option<usize>,
}

impl<'de> Deserialize<'de> for DetectVector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Keys::deserialize(deserializer)?;
        if keys.at.is_some() != matches!(keys.detected, Detection::Utf8Cut | Detection::Other) {
            return Err(de::Error::custom("`at` stands with utf-8-cut and other, and only there"));
        }
        Ok(Self {
            id: keys.id,
            bytes: keys.bytes.0,
            written: keys.written,
            comment: keys.comment,
            flags: keys.flags,
            refs: keys.refs,
            detected: keys.detected,
            at: keys.at,
        })
    }
}

impl CaseVector for DetectVector {
    const KIND: &'static str = "detect";

    fn id(&self) -> &VectorId {
        &self.id
    }

    fn comment(&self) -> &str {
        &self.comment
    }

    fn flags(&self) -> &[String] {
        &self.flags
    }

    fn refs(&self) -> &[String] {
        &self.refs
    }

    fn input_keys(&self) -> Vec<(&'static str, String)> {
        vec![("bytes", string(&hex::encode(&self.bytes))), ("written", string(&self.written))]
    }

    fn expectation_keys(&self) -> Vec<(&'static str, String)> {
        let mut keys = vec![("detected", string(self.detected.name()))];
        keys.extend(self.at.map(|at| ("at", at.to_string())));
        keys
    }
}

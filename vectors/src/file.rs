//! One file of vectors: the envelope.

use crate::canonical::canonical;
use crate::cve::{Cve, UnverifiedCve};
use crate::id::VectorId;
use crate::name::Importance;
use crate::notation::{SCHEMA, schema, the_kind, unique_keys};
use crate::vector::Vector;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// The contents of one file of vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a file of vectors: one JSON object")]
pub struct VectorFile {
    /// What the file says that it is.
    #[serde(deserialize_with = "kind")]
    pub kind: String,
    /// The version of the format.
    #[serde(deserialize_with = "schema")]
    pub schema: u32,
    /// The name of the suite.
    pub suite: String,
    /// The first part of every id.
    pub group: String,
    /// What the group is about.
    pub about: String,
    /// Where its vectors come from.
    #[serde(rename = "generated", default, skip_serializing_if = "Origin::is_written")]
    pub origin: Origin,
    /// How many vectors the file says that it has; it is written anew.
    pub number_of_tests: usize,
    /// The flags that this file defines, with why somebody should care.
    #[serde(deserialize_with = "unique_keys")]
    pub notes: BTreeMap<String, Note>,
    /// Ids that were removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tombstones: Vec<Tombstone>,
    /// The vectors.
    pub vectors: Vec<Vector>,
}

/// What a file of vectors for decoders says that it is.
const KIND: &str = "decode";

fn kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    the_kind(KIND, deserializer)
}

impl VectorFile {
    /// A file that somebody wrote, without notes and tombstones.
    pub fn new(suite: &str, group: &str, about: &str, vectors: Vec<Vector>) -> Self {
        Self {
            kind: KIND.to_owned(),
            schema: SCHEMA,
            suite: suite.to_owned(),
            group: group.to_owned(),
            about: about.to_owned(),
            origin: Origin::Written,
            number_of_tests: vectors.len(),
            notes: BTreeMap::new(),
            tombstones: Vec::new(),
            vectors,
        }
    }

    /// The file's text in canonical form: keys in the order of the reference, one vector and one note a line.
    pub fn to_canonical(&self) -> String {
        canonical(&Self { number_of_tests: self.vectors.len(), ..self.clone() })
    }
}

/// Where the vectors of a file come from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
#[non_exhaustive]
pub enum Origin {
    /// Somebody wrote them.
    #[default]
    Written,
    /// A program worked them out; the words say from what.
    Generated(String),
    /// They are the tests of a complete suite, made from its file when it was read. They are asked as they are.
    Complete,
}

impl Origin {
    fn is_written(&self) -> bool {
        *self == Self::Written
    }
}

impl From<String> for Origin {
    fn from(from: String) -> Self {
        Self::Generated(from)
    }
}

impl From<Origin> for String {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Generated(from) => from,
            Origin::Complete => "a complete suite".to_owned(),
            Origin::Written => Self::new(),
        }
    }
}

/// Why somebody should care about the vectors of a flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a note object")]
pub struct Note {
    /// How bad it is to get it wrong.
    pub importance: Importance,
    /// What a decoder that gets it wrong does to its user.
    pub effect: String,
    /// Addresses that tell more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// CVE numbers that were read at a source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cves: Vec<Cve>,
    /// CVE numbers that are said to belong here and were not looked up. They are never shown without that word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unverified: Vec<UnverifiedCve>,
}

/// A removed vector.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a tombstone object")]
pub struct Tombstone {
    /// Its id.
    pub id: VectorId,
    /// The version of the suite that no longer had it.
    pub removed_in: String,
    /// Why it went.
    pub why: String,
}

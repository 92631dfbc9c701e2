//! One file of vectors: the envelope.

use crate::cve::{Cve, UnverifiedCve};
use crate::id::{VectorId, is_kebab};
use crate::names::Importance;
use crate::vector::{UniqueKeys, Vector};
use serde::{Deserialize, Deserializer, de};
use std::borrow::Cow;

/// The version of the format that this crate reads and writes.
pub(crate) const SCHEMA: u32 = 1;

/// The contents of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorFile {
    /// The name of the suite.
    pub suite: String,
    /// The first part of every id.
    pub group: String,
    /// SHA-256 of the canonical text without the digest's own line, as lower-case hex; as it was read, right or wrong.
    pub digest: Option<String>,
    /// What the group is about.
    pub about: String,
    /// Where its vectors come from.
    pub origin: Origin,
    /// The flags that this file defines, with why somebody should care.
    pub notes: Vec<(String, Note)>,
    /// Ids that were removed.
    pub tombstones: Vec<Tombstone>,
    /// The vectors.
    pub vectors: Vec<Vector>,
}

/// Where the vectors of a file come from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// Somebody wrote them.
    Written,
    /// A program worked them out; the words say from what.
    Generated(String),
    /// They are the tests of a complete suite, made from its file when it was read. They are asked as they are.
    Complete,
}

/// Why somebody should care about the vectors of a flag.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a note object")]
pub struct Note {
    /// How bad it is to get it wrong.
    pub importance: Importance,
    /// What a decoder that gets it wrong does to its user.
    pub effect: String,
    /// Addresses that tell more.
    #[serde(default)]
    pub links: Vec<String>,
    /// CVE numbers that were read at a source.
    #[serde(default)]
    pub cves: Vec<Cve>,
    /// CVE numbers that are said to belong here and were not looked up. They are never shown without that word.
    #[serde(default)]
    pub unverified: Vec<UnverifiedCve>,
}

/// A removed vector.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a tombstone object")]
pub struct Tombstone {
    /// Its id.
    pub id: VectorId,
    /// The version of the suite that no longer had it.
    pub removed_in: String,
    /// Why it went.
    pub why: String,
}

/// The keys as they stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a file of vectors: one JSON object")]
struct Keys {
    #[serde(rename = "kind", deserialize_with = "kind")]
    _kind: (),
    #[serde(rename = "schema", deserialize_with = "schema")]
    _schema: (),
    suite: String,
    group: String,
    #[serde(default, deserialize_with = "digest")]
    digest: Option<String>,
    about: String,
    generated: Option<String>,
    notes: UniqueKeys<String, Note>,
    #[serde(default)]
    tombstones: Vec<Tombstone>,
    vectors: Vec<Vector>,
}

impl<'de> Deserialize<'de> for VectorFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Keys::deserialize(deserializer)?;
        if let Some((flag, _)) = keys.notes.0.iter().find(|(flag, _)| !is_kebab(flag)) {
            return Err(de::Error::custom(format!(
                "`{flag}` is no flag: lower-case letters, digits, single hyphens"
            )));
        }
        Ok(Self {
            suite: keys.suite,
            group: keys.group,
            digest: keys.digest,
            about: keys.about,
            origin: keys.generated.map_or(Origin::Written, Origin::Generated),
            notes: keys.notes.0,
            tombstones: keys.tombstones,
            vectors: keys.vectors,
        })
    }
}

fn kind<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    match Cow::<str>::deserialize(deserializer)?.as_ref() {
        "decode" => Ok(()),
        other => Err(de::Error::custom(format!("unknown kind `{other}`, expected decode"))),
    }
}

pub(crate) fn digest<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let digest = String::deserialize(deserializer)?;
    if is_digest(&digest) {
        return Ok(Some(digest));
    }
    Err(de::Error::custom(format!("`{digest}` is no digest: expected 64 lower-case hex digits")))
}

/// Whether `text` is a SHA-256 as these files write it.
pub(crate) fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

pub(crate) fn schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    match u32::deserialize(deserializer)? {
        SCHEMA => Ok(()),
        other => Err(de::Error::custom(format!("schema {other} is not {SCHEMA}, the one read here"))),
    }
}

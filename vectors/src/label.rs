//! Vectors for whatever reads the names of encodings.

use crate::id::VectorId;
use crate::kinds::vector_kind;
use crate::name::LabelName;
use crate::notation::{Bytes, CodePoint};
use serde::{Deserialize, Serialize};

/// A label, with what it names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a vector object")]
pub struct LabelVector {
    /// Its name, for ever.
    pub id: VectorId,
    /// The label, character for character.
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Vec<CodePoint>>,
    /// What it is, in words.
    pub comment: String,
    /// Names defined in the file's notes.
    pub flags: Vec<String>,
    /// Where the expectation comes from.
    pub refs: Vec<String>,
    // With a function of its own an optional key has to be there, be it null.
    /// What it names by the RFCs; `None` if nothing that is UTF-8.
    #[serde(deserialize_with = "Option::deserialize")]
    pub rfc: Option<LabelName>,
    /// Whether it names UTF-8 by the WHATWG Encoding Standard, which knows no version.
    #[serde(deserialize_with = "Option::deserialize")]
    pub whatwg: Option<LabelName>,
}

impl LabelVector {
    /// Bytes that are so labelled, and their code points: those of UTF-8, since a label remaps nothing.
    pub fn labelled(&self) -> Option<(&[u8], Vec<u32>)> {
        let text = self.text.iter().flatten().map(|code| code.0).collect();
        self.bytes.as_ref().map(|bytes| (bytes.0.as_slice(), text))
    }
}

vector_kind!(LabelVector, "label", |vector| {
    if vector.bytes.is_some() != vector.text.is_some() {
        return Err("`bytes` and `text` stand together".to_owned());
    }
    let is_version = vector.whatwg == Some(LabelName::Unicode11Utf8);
    if is_version { Err("`whatwg` is utf-8 or null: it knows no versions".to_owned()) } else { Ok(()) }
});

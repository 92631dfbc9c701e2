//! Vectors for whatever reads the names of encodings.

use crate::canonical::{string, strings};
use crate::case_file::CaseVector;
use crate::expectation::code_point;
use crate::hex;
use crate::id::VectorId;
use crate::names::LabelName;
use crate::vector::Bytes;
use serde::{Deserialize, Deserializer, de};
use std::fmt::Write;

/// A label, with what it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelVector {
    /// Its name, for ever.
    pub id: VectorId,
    /// The label, character for character.
    pub label: String,
    /// Bytes that are so labelled, and their code points: those of UTF-8, since a label remaps nothing.
    pub labelled: Option<(Vec<u8>, Vec<u32>)>,
    /// What it is, in words.
    pub comment: String,
    /// Names defined in the file's notes.
    pub flags: Vec<String>,
    /// Where the expectation comes from.
    pub refs: Vec<String>,
    /// What it names by the RFCs; `None` if nothing that is UTF-8.
    pub rfc: Option<LabelName>,
    /// Whether it names UTF-8 by the WHATWG Encoding Standard, which knows no version.
    pub whatwg: Option<LabelName>,
}

/// The keys as they stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a vector object")]
struct Keys {
    id: VectorId,
    label: String,
    bytes: Option<Bytes>,
    text: Option<Vec<String>>,
    comment: String,
    flags: Vec<String>,
    refs: Vec<String>,
    // With a function of its own an optional key has to be there, be it null.
    #[serde(deserialize_with = "Option::deserialize")]
    rfc: Option<LabelName>,
    #[serde(deserialize_with = "Option::deserialize")]
    whatwg: Option<LabelName>,
}

impl<'de> Deserialize<'de> for LabelVector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Keys::deserialize(deserializer)?;
        let labelled = match (keys.bytes, keys.text) {
            (None, None) => None,
            (Some(bytes), Some(text)) => {
                let code = |word: &String| {
                    let code = u32::from_str_radix(word, 16).ok().filter(|code| code_point(*code) == *word);
                    code.ok_or_else(|| {
                        de::Error::custom(format!("`{word}` is no code point in lower-case hex"))
                    })
                };
                Some((bytes.0, text.iter().map(code).collect::<Result<_, _>>()?))
            }
            _ => return Err(de::Error::custom("`bytes` and `text` stand together")),
        };
        if keys.whatwg == Some(LabelName::Unicode11Utf8) {
            return Err(de::Error::custom("`whatwg` is utf-8 or null: it knows no versions"));
        }
        Ok(Self {
            id: keys.id,
            label: keys.label,
            labelled,
            comment: keys.comment,
            flags: keys.flags,
            refs: keys.refs,
            rfc: keys.rfc,
            whatwg: keys.whatwg,
        })
    }
}

impl CaseVector for LabelVector {
    const KIND: &'static str = "label";

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
        let mut keys = vec![("label", ascii_string(&self.label))];
        if let Some((bytes, text)) = &self.labelled {
            let codes: Vec<String> = text.iter().map(|code| code_point(*code)).collect();
            keys.push(("bytes", string(&hex::encode(bytes))));
            keys.push(("text", strings(&codes)));
        }
        keys
    }

    fn expectation_keys(&self) -> Vec<(&'static str, String)> {
        let name = |name: Option<LabelName>| name.map_or("null".to_owned(), |name| string(name.name()));
        vec![("rfc", name(self.rfc)), ("whatwg", name(self.whatwg))]
    }
}

/// A JSON string in which nobody overlooks a blank that is no ASCII.
fn ascii_string(text: &str) -> String {
    let mut ascii = String::new();
    for character in string(text).chars() {
        if character.is_ascii() && character != '\x7F' {
            ascii.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a String does not fail.
                let _ = write!(ascii, "\\u{unit:04x}");
            }
        }
    }
    ascii
}

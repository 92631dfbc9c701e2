//! The names of vectors.

use serde::{Deserialize, Deserializer, de};
use std::borrow::Borrow;
use std::fmt;

/// A vector's id, `<group>/<slug>`; both parts are lower-case letters and digits with single hyphens between.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VectorId(String);

impl VectorId {
    /// The id `text`, or what is wrong with it.
    pub fn new(text: impl Into<String>) -> Result<Self, String> {
        let text = text.into();
        match text.split_once('/') {
            Some((group, slug)) if is_kebab(group) && is_kebab(slug) => Ok(Self(text)),
            _ => Err(format!(
                "`{text}` is no id: expected <group>/<slug> of lower-case letters, digits and single hyphens"
            )),
        }
    }

    /// The whole id.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the slash.
    pub fn group(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }
}

/// Whether `name` is words of lower-case letters and digits with single hyphens between.
pub(crate) fn is_kebab(name: &str) -> bool {
    name.split('-')
        .all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

impl fmt::Display for VectorId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Borrow<str> for VectorId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for VectorId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

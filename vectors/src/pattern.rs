//! Globs over vector ids.

use crate::id::VectorId;
use crate::notation::text_of_form;

/// The id of a vector, or a pattern for some of a group: `*` stands for any part of the slug, also for none of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VectorPattern(String);

impl VectorPattern {
    /// The pattern `text`, or what is wrong with it.
    pub fn new(text: impl Into<String>) -> Result<Self, String> {
        let text = text.into();
        // With a letter for each star it must be an id; a star may stand where a hyphen would not be one.
        match text.split_once('/') {
            Some((group, slug))
                if VectorId::new(format!("{group}/a")).is_ok()
                    && !slug.is_empty()
                    && slug.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'*')) =>
            {
                Ok(Self(text))
            }
            _ => Err(format!("`{text}` is no id and no pattern of ids such as <group>/<start>*")),
        }
    }

    /// Whether it names the vector whose id is `id`.
    pub fn matches(&self, id: &str) -> bool {
        let mut parts = self.0.split('*');
        // `split` has at least one part.
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = id.strip_prefix(first) else { return false };
        let Some(last) = parts.next_back() else { return rest.is_empty() };
        for part in parts {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last)
    }
}

text_of_form!(VectorPattern);

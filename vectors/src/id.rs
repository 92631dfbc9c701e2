//! The names of vectors.

use crate::hex;
use crate::notation::text_of_form;
use std::borrow::Borrow;
use std::sync::Arc;

/// A vector's id, `<group>/<slug>`; both parts are lower-case letters and digits with single hyphens between. It is shared by
/// all that is derived from the vector.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VectorId(Arc<str>);

impl VectorId {
    /// The id `text`, or what is wrong with it.
    pub fn new(text: impl Into<Arc<str>>) -> Result<Self, String> {
        let text = text.into();
        match text.split_once('/') {
            Some((group, slug)) if is_kebab(group) && is_kebab(slug) => Ok(Self(text)),
            _ => Err(format!(
                "`{text}` is no id: expected <group>/<slug> of lower-case letters, digits and single hyphens"
            )),
        }
    }

    /// The id in `group` of a vector that is named by its bytes: `dfa/e0-9f-80`, or `dfa/empty` for no bytes. `None` when
    /// `group` is no group.
    ///
    /// # Examples
    ///
    /// ```
    /// use illformed_vectors::VectorId;
    ///
    /// assert_eq!(VectorId::of_bytes("dfa", &[0xE0, 0x9F]).unwrap().as_str(), "dfa/e0-9f");
    /// ```
    pub fn of_bytes(group: &str, bytes: &[u8]) -> Option<Self> {
        let digits = hex::encode(bytes);
        let mut id = format!("{group}/");
        for byte in 0..bytes.len() {
            id.push_str(if byte == 0 { "" } else { "-" });
            id.push_str(&digits[2 * byte..2 * byte + 2]);
        }
        if bytes.is_empty() {
            id.push_str("empty");
        }
        is_kebab(group).then(|| Self(id.into()))
    }

    /// The part before the slash.
    pub fn group(&self) -> &str {
        // To look for a byte is several times as fast as to look for a `char`, and a run asks for most ids.
        let end = self.0.bytes().position(|byte| byte == b'/');
        &self.0[..end.unwrap_or(self.0.len())]
    }
}

/// Whether `name` is words of lower-case letters and digits with single hyphens between.
pub(crate) fn is_kebab(name: &str) -> bool {
    name.split('-')
        .all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
}

impl Borrow<str> for VectorId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

text_of_form!(VectorId);

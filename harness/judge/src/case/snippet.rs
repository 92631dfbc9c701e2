//! A few bytes that a recipe itself brings along.

use illformed_vectors::hex;
use std::fmt;
use std::str::FromStr;

/// The most bytes that a recipe can bring along.
const LONGEST: usize = 8;

/// One to eight bytes, well-formed or not, written as lower-case hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Snippet {
    bytes: [u8; LONGEST],
    len: u8,
}

impl Snippet {
    /// `a`.
    pub(crate) const LETTER: Self = Self { bytes: [b'a', 0, 0, 0, 0, 0, 0, 0], len: 1 };

    /// `bytes`, or `None` when there are none or more than eight.
    pub(crate) const fn new(bytes: &[u8]) -> Option<Self> {
        if bytes.is_empty() || bytes.len() > LONGEST {
            return None;
        }
        let mut snippet = Self { bytes: [0; LONGEST], len: bytes.len() as u8 };
        let (start, _) = snippet.bytes.split_at_mut(bytes.len());
        start.copy_from_slice(bytes);
        Some(snippet)
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl fmt::Display for Snippet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&hex::encode(self.bytes()))
    }
}

impl FromStr for Snippet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let snippet = hex::decode(text).and_then(|bytes| Self::new(&bytes));
        // Written back it must be the same text: one case has one id.
        let snippet = snippet.filter(|snippet| snippet.to_string() == text);
        snippet.ok_or_else(|| format!("`{text}` is not one to {LONGEST} bytes in lower-case hex"))
    }
}

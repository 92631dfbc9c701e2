//! Other bytes directly beside a vector.

use crate::case::fields::Fields;
use crate::case::{Chunked, Snippet};
use illformed_vectors::{Input, hex};
use std::fmt;
use std::str::FromStr;

/// `before=0d0a`, `after=c080`, `before=0d,after=0a`: some bytes directly before the vector, directly after it, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Beside {
    pub(super) before: Option<Snippet>,
    pub(super) after: Option<Snippet>,
    pub(super) chunked: Chunked,
}

impl Beside {
    /// These bytes before the vector.
    pub const fn before(before: Snippet) -> Self {
        Self { before: Some(before), after: None, chunked: Chunked::WHOLE }
    }

    /// These bytes after the vector.
    pub const fn after(after: Snippet) -> Self {
        Self { before: None, after: Some(after), chunked: Chunked::WHOLE }
    }

    /// The same before and after it.
    pub const fn both(beside: Snippet) -> Self {
        Self { before: Some(beside), ..Self::after(beside) }
    }

    /// The same in chunks.
    #[must_use]
    pub const fn chunked(self, chunked: Chunked) -> Self {
        Self { chunked, ..self }
    }

    /// `bytes` as the decoder is given them; `None` when there are none, or not more than one chunk.
    pub(super) fn input(self, bytes: &[u8]) -> Option<Input> {
        if bytes.is_empty() {
            return None;
        }
        let [before, after] =
            [&self.before, &self.after].map(|snippet| snippet.as_ref().map_or(&[][..], Snippet::bytes));
        self.chunked.input([before, bytes, after].concat())
    }

    pub(super) fn words(self) -> String {
        let words = [("directly after", self.before), ("directly before", self.after)];
        let words = words
            .into_iter()
            .filter_map(|(word, snippet)| Some(format!("{word} {}", hex::encode_upper(snippet?.bytes()))));
        words.collect::<Vec<_>>().join(", ") + &self.chunked.words()
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.before, self.after) {
            (Some(before), Some(after)) => write!(formatter, "before={before},after={after}")?,
            (Some(before), None) => write!(formatter, "before={before}")?,
            (None, Some(after)) => write!(formatter, "after={after}")?,
            (None, None) => {}
        }
        self.chunked.fmt(formatter)
    }
}

impl FromStr for Beside {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut fields = Fields::new(text);
        let (before, after) = (fields.snippet("before")?, fields.snippet("after")?);
        let beside = Self { before, after, chunked: Chunked::field(&mut fields)? };
        fields.all_taken(beside, "before=<bytes in hex>,after=<bytes in hex>,chunk=<bytes>")
    }
}

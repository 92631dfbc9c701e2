//! Whether an input is given in one call or in chunks of one size.

use crate::case::fields::Fields;
use illformed_vectors::{Call, Input, Script};
use std::fmt;
use std::num::NonZeroUsize;

/// `,chunk=4096` behind another recipe: chunks of this many bytes, the last one shorter, then finish. Nothing: one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chunked(pub(super) Option<NonZeroUsize>);

impl Chunked {
    /// In one call.
    pub const WHOLE: Self = Self(None);

    /// In chunks of `len` bytes, or `None` for 0.
    pub const fn of(len: usize) -> Option<Self> {
        match NonZeroUsize::new(len) {
            Some(len) => Some(Self(Some(len))),
            None => None,
        }
    }

    /// The last field of a recipe, if it is there.
    pub(super) fn field(fields: &mut Fields<'_>) -> Result<Self, String> {
        match fields.number("chunk")? {
            None => Ok(Self::WHOLE),
            Some(len) => Self::of(len).ok_or_else(|| "a chunk has at least one byte".to_owned()),
        }
    }

    /// `bytes` as an input, or `None` when they do not fill more than one chunk.
    pub(super) fn input(self, bytes: Vec<u8>) -> Option<Input> {
        let Some(len) = self.0 else { return Some(Input::Bytes(bytes)) };
        if bytes.len() <= len.get() {
            return None;
        }
        let feeds = bytes.chunks(len.get()).map(|chunk| Call::Feed(chunk.to_vec()));
        Script::new(feeds.chain([Call::Finish]).collect()).ok().map(Input::Calls)
    }

    /// What it is, behind the words of the recipe.
    pub(super) fn words(self) -> String {
        self.0.map_or(String::new(), |len| format!(", in chunks of {len} bytes"))
    }
}

impl fmt::Display for Chunked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |len| write!(formatter, ",chunk={len}"))
    }
}

//! An input of a family.

use illformed_vectors::{Call, Input, Script};
use std::ops::ControlFlow;

/// Whatever is asked an input, and says whether to go on.
pub(super) type Visitor<'a> = dyn FnMut(SweepInput<'_>) -> ControlFlow<()> + 'a;

/// The same of one whose inputs are whole.
pub(super) type BytesVisitor<'a> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'a;

/// An input of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SweepInput<'a> {
    /// All bytes.
    pub bytes: &'a [u8],
    /// The byte offsets at which a call ends, ascending, before the end; empty for what is given at once.
    pub cuts: &'a [usize],
}

impl SweepInput<'_> {
    /// The bytes, or the calls: chunks and an end.
    pub fn to_input(self) -> Input {
        let bounds = [&[0], self.cuts, &[self.bytes.len()]].concat();
        let feeds = bounds.windows(2).map(|chunk| Call::Feed(self.bytes[chunk[0]..chunk[1]].to_vec()));
        match Script::new(feeds.chain([Call::Finish]).collect()) {
            Ok(script) if !self.cuts.is_empty() => Input::Calls(script),
            _ => Input::Bytes(self.bytes.to_vec()),
        }
    }
}

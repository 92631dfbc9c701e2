//! An input of a family.

use illformed_vectors::{Call, Input, Script};

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

//! What came of asking.

use illformed_vectors::{Detection, EncodeErrorKind, LabelName};

/// What an encoder made of its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EncodeReply {
    /// All of it is encoded.
    Bytes(Vec<u8>),
    /// It stopped at something. What its API does not say is left out.
    Stopped {
        /// Why.
        kind: Option<EncodeErrorKind>,
        /// At which number or UTF-16 unit.
        at: Option<usize>,
        /// The bytes of all before.
        bytes: Option<Vec<u8>>,
    },
    /// It cannot be given this: why.
    Skipped(&'static str),
}

/// What a detector took bytes for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DetectReply {
    /// As what.
    pub detected: Detection,
    /// The offset of the first error or of the incomplete end, if it found one.
    pub at: Option<usize>,
}

/// What a label was taken for, and the code points of the bytes under it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LabelReply {
    /// The label.
    pub named: Option<LabelName>,
    /// The code points, if there were bytes and it decodes.
    pub text: Option<Vec<u32>>,
}

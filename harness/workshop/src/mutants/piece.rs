//! What a mutant finds in bytes.

/// A character or an error; a correct decoder's pieces tile the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Code {
        /// Its number; a faulty decoder may find any.
        value: u32,
        at: usize,
        len: usize,
    },
    /// An ill-formed subsequence.
    Error { at: usize, len: usize },
}

impl Piece {
    pub const fn is_error(&self) -> bool {
        matches!(self, Self::Error { .. })
    }

    /// The code point that it becomes where errors are replaced.
    pub const fn shown(&self) -> u32 {
        match self {
            Self::Code { value, .. } => *value,
            Self::Error { .. } => 0xFFFD,
        }
    }
}

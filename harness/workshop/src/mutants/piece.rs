//! What a mutant finds in bytes.

/// A character or an error; a correct decoder's pieces tile the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MutantPiece {
    Code {
        /// Its number; a faulty decoder may find any.
        value: u32,
        at: usize,
        len: usize,
    },
    /// An ill-formed subsequence.
    Error { at: usize, len: usize },
}

impl MutantPiece {
    pub const fn is_error(&self) -> bool {
        matches!(self, Self::Error { .. })
    }

    pub(crate) const fn at(&self) -> usize {
        let (Self::Code { at, .. } | Self::Error { at, .. }) = self;
        *at
    }

    pub(crate) const fn len(&self) -> usize {
        let (Self::Code { len, .. } | Self::Error { len, .. }) = self;
        *len
    }

    pub(crate) const fn end(&self) -> usize {
        self.at() + self.len()
    }

    /// The code point that it becomes where errors are replaced.
    pub const fn shown(&self) -> u32 {
        match self {
            Self::Code { value, .. } => *value,
            Self::Error { .. } => 0xFFFD,
        }
    }
}

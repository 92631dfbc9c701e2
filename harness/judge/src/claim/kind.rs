//! What a decoder does with an error, and what comes back.

use crate::claim::KindWord;
use illformed_codec::Policy;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a decoder does with an error, and so what its answers have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Reports it and stops.
    Strict {
        /// What comes back without an error; `None` if it only validates, a number if it counts.
        out: OutputKind,
    },
    /// Replaces it and goes on; it always succeeds, so that only its text says something.
    Lossy {
        /// The form of its text.
        form: TextForm,
        /// How it replaces errors, or `None`: undocumented.
        policy: Option<Policy>,
    },
    /// Nothing visible: it says how many characters there are.
    Count {
        /// What it counts in the place of errors, or `None`: undocumented.
        policy: Option<Policy>,
    },
}

impl Kind {
    /// The word of the protocol: `strict`, `lossy`, `validate` or `count`.
    pub const fn name(self) -> &'static str {
        self.word().name()
    }

    /// The kind of a decoder that treats errors in the same way and returns `out`. One that replaces errors has to return
    /// something: without an output it stays as it is.
    #[doc(hidden)]
    #[must_use]
    pub const fn returning(self, out: OutputKind) -> Self {
        let policy = match self {
            Self::Strict { .. } => return Self::Strict { out },
            Self::Lossy { policy, .. } | Self::Count { policy } => policy,
        };
        let form = match out {
            OutputKind::Utf8 => TextForm::Utf8,
            OutputKind::Utf16 => TextForm::Utf16,
            OutputKind::Utf32 => TextForm::Utf32,
            OutputKind::Count => return Self::Count { policy },
            OutputKind::None => return self,
        };
        Self::Lossy { form, policy }
    }

    pub(super) const fn word(self) -> KindWord {
        match self {
            Self::Strict { out: OutputKind::None } => KindWord::Validate,
            Self::Strict { out: OutputKind::Count } => KindWord::Count,
            Self::Strict { .. } => KindWord::Strict,
            Self::Lossy { .. } => KindWord::Lossy,
            Self::Count { .. } => KindWord::Count,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The form of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextForm {
    /// Bytes.
    Utf8,
    /// 16-bit units, surrogates as they are.
    Utf16,
    /// Code points, up to 31 bits.
    Utf32,
}

impl TextForm {
    /// This form as an output.
    #[doc(hidden)]
    pub const fn out(self) -> OutputKind {
        match self {
            Self::Utf8 => OutputKind::Utf8,
            Self::Utf16 => OutputKind::Utf16,
            Self::Utf32 => OutputKind::Utf32,
        }
    }
}

/// What comes back, and in which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputKind {
    /// There is no text.
    None,
    /// Bytes.
    Utf8,
    /// 16-bit units, surrogates as they are.
    Utf16,
    /// Code points, up to 31 bits.
    Utf32,
    /// A number of characters.
    Count,
}

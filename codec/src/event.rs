//! What decoding yields: events that tile the input without gap or overlap.

use crate::named::named_enum;

/// One step of decoding: a code, or an error. Consecutive events tile the input: each starts where the one before
/// ended, the first at offset 0, and the last ends at the end of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// A well-formed sequence.
    Code {
        /// The decoded number. Not called a scalar value: under RFC 2279 it may be a surrogate or above U+10FFFF.
        value: u32,
        /// Byte offset of the sequence.
        at: usize,
        /// Its length in bytes, 1 to 6.
        len: usize,
    },
    /// A maximal subpart of an ill-formed subsequence (Unicode D93b): the longest start of a well-formed sequence, or
    /// one byte that starts none. Under CESU-8 a whole leading surrogate is an error of its three bytes alone, although
    /// those that follow may go on with the start of a trailing one.
    Error {
        /// Why it is ill-formed.
        kind: ErrorKind,
        /// Byte offset of the subpart.
        at: usize,
        /// Its length in bytes, 1 to 5.
        len: usize,
    },
}

impl Event {
    /// The byte offset at which the event starts.
    #[inline]
    pub const fn at(&self) -> usize {
        match *self {
            Self::Code { at, .. } | Self::Error { at, .. } => at,
        }
    }

    /// The number of bytes the event covers, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "an event is never empty")]
    #[inline]
    pub const fn len(&self) -> usize {
        match *self {
            Self::Code { len, .. } | Self::Error { len, .. } => len,
        }
    }

    /// The byte offset just after the event.
    #[inline]
    pub const fn end(&self) -> usize {
        self.at() + self.len()
    }

    /// The error kind, or `None` for a code.
    #[inline]
    pub const fn error_kind(&self) -> Option<ErrorKind> {
        match *self {
            Self::Code { .. } => None,
            Self::Error { kind, .. } => Some(kind),
        }
    }

    /// The decoded value, or `None` for an error.
    #[inline]
    pub const fn value(&self) -> Option<u32> {
        match *self {
            Self::Code { value, .. } => Some(value),
            Self::Error { .. } => None,
        }
    }
}

named_enum! {
    /// Why a subsequence is ill-formed: a function of its lead byte and the first byte that does not fit.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
    pub enum ErrorKind {
        /// Not the shortest form: `C0`, `C1`; `E0` before `80..9F`; `F0` before `80..8F`. Under RFC 2279 also `F8` before
        /// `80..87` and `FC` before `80..83`. Under Modified UTF-8 `C0` before `81..BF` alone: there it is a lead.
        Overlong = "overlong",
        /// `ED` before `A0..BF`: the start of an encoded surrogate. Under CESU-8 `ED` before `B0..BF`, and a whole leading
        /// surrogate without a trailing one after it; under WTF-8 `ED` before `B0..BF` after a leading surrogate.
        Surrogate = "surrogate",
        /// Above U+10FFFF: `F4` before `90..BF`; `F5..F7`.
        OutOfRange = "out-of-range",
        /// `F8..FD`: leads of the five- and six-byte forms that RFC 3629 took away.
        LegacyForm = "legacy-form",
        /// `FE` and `FF`, which no version of UTF-8 ever used; `00` under Modified UTF-8, which never has it.
        NeverValid = "never-valid",
        /// A lead that RFC 3629 has and the profile lacks: `F0..F4` where nothing has four bytes.
        UnsupportedLength = "unsupported-length",
        /// A continuation byte `80..BF` where a character should start.
        UnexpectedContinuation = "unexpected-continuation",
        /// A byte that is no continuation byte stands where one should: the error ends before it.
        Truncated = "truncated",
        /// The input ends inside a sequence that was well-formed so far: more bytes could complete it.
        Incomplete = "incomplete",
    }
}

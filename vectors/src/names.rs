//! The closed sets of names that the format uses.

use crate::strict_json::of_str;
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::str::FromStr;

/// A name that the format does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
    known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown {} `{}`, expected {}", self.what, self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// Gives an enum its names, both ways, so that a name is written once.
macro_rules! names {
    ($type:ident, $what:literal, { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them, in order of declaration.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                Self::ALL.iter().copied().find(|one| one.name() == name).ok_or_else(|| UnknownName {
                    what: $what,
                    name: name.to_owned(),
                    known: Self::ALL.iter().map(|one| one.name()).collect(),
                })
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                of_str(deserializer, str::parse)
            }
        }
    };
}

/// A version of UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// RFC 3629, equally Unicode's Table 3-7.
    Rfc3629,
    /// RFC 2279, one to six bytes.
    Rfc2279,
    /// RFC 3629 up to U+FFFF.
    Ucs2,
    /// CESU-8: a supplementary character is two surrogates of three bytes.
    Cesu8,
    /// Modified UTF-8: UTF-16 code units, and U+0000 in two bytes.
    Mutf8,
    /// WTF-8: surrogates, but no pairs.
    Wtf8,
    /// Generalized UTF-8: surrogates in any order.
    Generalized,
}

names!(Profile, "profile", {
    Rfc3629 => "rfc3629",
    Rfc2279 => "rfc2279",
    Ucs2 => "ucs2",
    Cesu8 => "cesu8",
    Mutf8 => "mutf8",
    Wtf8 => "wtf8",
    Generalized => "generalized",
});

/// Why bytes are ill-formed; the README has the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// Not the shortest form.
    Overlong,
    /// The start of an encoded surrogate.
    Surrogate,
    /// Above U+10FFFF.
    OutOfRange,
    /// `F8..FD` where five- and six-byte forms are gone.
    LegacyForm,
    /// `FE`, `FF`.
    NeverValid,
    /// A lead of four bytes where nothing has four.
    UnsupportedLength,
    /// A continuation byte where a character should start.
    UnexpectedContinuation,
    /// No continuation byte where one should stand.
    Truncated,
    /// The input ends inside a sequence.
    Incomplete,
}

names!(ErrorKind, "error kind", {
    Overlong => "overlong",
    Surrogate => "surrogate",
    OutOfRange => "out-of-range",
    LegacyForm => "legacy-form",
    NeverValid => "never-valid",
    UnsupportedLength => "unsupported-length",
    UnexpectedContinuation => "unexpected-continuation",
    Truncated => "truncated",
    Incomplete => "incomplete",
});

/// What it means for its user that a decoder gets a vector wrong. The greater is the worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Importance {
    /// Two programs that are both defensible disagree.
    Minor,
    /// Text is damaged, lost or refused.
    Major,
    /// Somebody was or can be attacked through it.
    Critical,
}

names!(Importance, "importance", {
    Minor => "minor",
    Major => "major",
    Critical => "critical",
});

/// Something on which a standard is silent, and which a user may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Question {
    /// Is a three-byte form of `D800..DFFF` well-formed under RFC 2279?
    Rfc2279Surrogate,
}

names!(Question, "question", { Rfc2279Surrogate => "rfc2279-surrogate" });

/// Why an encoder has no bytes for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EncodeErrorKind {
    /// A surrogate, in UTF-16 one without its other half.
    Surrogate,
    /// A number that the profile has no form of.
    OutOfRange,
    /// The output has less room than the next character needs.
    NoRoom,
}

names!(EncodeErrorKind, "encode error", {
    Surrogate => "surrogate",
    OutOfRange => "out-of-range",
    NoRoom => "no-room",
});

/// What bytes look like to one that goes by validity alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Detection {
    /// No byte above 7F.
    Ascii,
    /// Well-formed, with a character above U+007F.
    Utf8,
    /// The same after the signature EF BB BF.
    Utf8Bom,
    /// Well-formed up to an incomplete end.
    Utf8Cut,
    /// Ill-formed.
    Other,
}

names!(Detection, "detection", {
    Ascii => "ascii",
    Utf8 => "utf-8",
    Utf8Bom => "utf-8-bom",
    Utf8Cut => "utf-8-cut",
    Other => "other",
});

/// What a label says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LabelName {
    /// UTF-8 of any version.
    Utf8,
    /// UTF-8 with Hangul where it stood before Amendment 5.
    Unicode11Utf8,
}

names!(LabelName, "label", { Utf8 => "utf-8", Unicode11Utf8 => "unicode-1-1-utf-8" });

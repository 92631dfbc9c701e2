//! Which grammar is meant by "UTF-8".

use core::fmt;
use core::str::FromStr;

/// A version of UTF-8 that a decoder may claim to implement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// RFC 3629, equally Unicode's Table 3-7: one to four bytes, shortest form, no surrogates, up to U+10FFFF.
    Rfc3629,
    /// RFC 2279: one to six bytes, shortest form, up to 7FFFFFFF. It does not speak of surrogates in UTF-8; this codec
    /// decodes their three-byte forms to codes `D800..DFFF`.
    Rfc2279,
}

impl Profile {
    /// All profiles, in order of declaration.
    pub const ALL: [Self; 2] = [Self::Rfc3629, Self::Rfc2279];

    /// The name used in vectors, claims and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rfc3629 => "rfc3629",
            Self::Rfc2279 => "rfc2279",
        }
    }

    /// The length in bytes of the longest well-formed sequence.
    pub const fn max_sequence_len(self) -> usize {
        match self {
            Self::Rfc3629 => 4,
            Self::Rfc2279 => 6,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A name that is no profile's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownProfile(());

impl fmt::Display for UnknownProfile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("unknown profile, expected rfc3629 or rfc2279")
    }
}

impl core::error::Error for UnknownProfile {}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        Self::ALL.into_iter().find(|profile| profile.name() == name).ok_or(UnknownProfile(()))
    }
}

//! What a decoder says of itself. It is judged by this and nothing else.

use crate::container::Container;
use crate::named_enum;
pub use illformed_codec::{Policy, Profile};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A decoder: an implementation, an API of it, and a mode; the unit that is judged.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecoderInfo {
    /// Its name within its adapter.
    pub name: String,
    /// Who wrote it, such as `CPython`.
    pub implementation: String,
    /// The implementation's version.
    pub version: String,
    /// The call, as its users know it.
    pub api: String,
    /// What it promises.
    pub claim: Claim,
}

/// What a decoder promises, and what its API can say and be told. It is written in the words of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What it does with an error.
    pub kind: Kind,
    /// The format, or `None`: it documents none that we have, and is shown but not judged.
    #[serde(with = "or_none")]
    pub profile: Option<Profile>,
    /// How it replaces errors, or `None`: undocumented.
    #[serde(with = "or_none")]
    pub policy: Option<Policy>,
    /// The form of its text.
    pub out: OutputKind,
    /// What its error offsets mean.
    pub at: OffsetMeaning,
    /// What it does with U+FEFF at the start.
    pub bom: Bom,
    /// Whether it takes chunks.
    pub script: ScriptSupport,
    /// Bytes that the API cannot be given.
    #[serde(with = "as_hex", default, skip_serializing_if = "Vec::is_empty")]
    pub cannot: Vec<u8>,
    /// The longest input in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<usize>,
    /// Well-formed characters that it says it refuses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refuses: Vec<Refusal>,
    /// The format that each input stands in, if it takes no bare text. Then it takes one call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<Container>,
}

impl Claim {
    /// A strict decoder of `profile` that takes one call and puts out code points: the plainest claim, to be adjusted.
    pub fn strict(profile: Profile) -> Self {
        Self {
            kind: Kind::Strict,
            profile: Some(profile),
            policy: Some(Policy::Fatal),
            out: OutputKind::Utf32,
            at: OffsetMeaning::ValidUpTo,
            bom: Bom::Keep,
            script: ScriptSupport::None,
            cannot: Vec::new(),
            max_bytes: None,
            refuses: Vec::new(),
            container: None,
        }
    }

    /// A lossy decoder of RFC 3629 with `policy`.
    pub fn lossy(policy: Policy) -> Self {
        Self {
            kind: Kind::Lossy,
            policy: Some(policy),
            at: OffsetMeaning::None,
            ..Self::strict(Profile::Rfc3629)
        }
    }

    /// A decoder that only answers, without text.
    pub fn validate(profile: Profile) -> Self {
        Self { kind: Kind::Validate, out: OutputKind::None, ..Self::strict(profile) }
    }

    /// Whether it is to follow RFC 3629 without reserve: then both judgements of an answer are one.
    #[doc(hidden)]
    pub fn is_unreserved(&self) -> bool {
        self.profile == Some(Profile::Rfc3629) && self.refuses.is_empty()
    }

    /// The profile's name, or `none`.
    pub fn profile_name(&self) -> &'static str {
        self.profile.map_or("none", Profile::name)
    }

    /// The policy's name, or `none`.
    pub fn policy_name(&self) -> &'static str {
        self.policy.map_or("none", Policy::name)
    }

    /// The container that the text stands in, with the words before it; empty if there is none.
    pub fn within(&self) -> String {
        self.container.map_or_else(String::new, |container| format!(" in {container}"))
    }
}

named_enum! {
    /// What a decoder does with an error.
    pub enum Kind {
        /// Stops.
        Strict = "strict",
        /// Replaces it and goes on; it always succeeds, so that only its text says something.
        Lossy = "lossy",
        /// Says so; there is no text.
        Validate = "validate",
        /// Nothing visible: it says how many characters there are.
        Count = "count",
    }
}

/// The form in which text comes back.
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

/// What an error offset means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum OffsetMeaning {
    /// Where the ill-formed subsequence starts.
    #[serde(rename = "valid_up_to")]
    ValidUpTo,
    /// The first byte that could not continue.
    #[serde(rename = "offending")]
    Offending,
    /// No offset is reported.
    #[serde(rename = "none")]
    None,
}

/// What a decoder does with U+FEFF at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bom {
    /// It is a character.
    Keep,
    /// The first one is dropped.
    Strip,
}

/// Whether a decoder takes chunks; each can do what the one before it can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScriptSupport {
    /// One call only.
    None,
    /// Chunks, and no way to say that the input is over.
    Feed,
    /// Chunks and an end.
    Finish,
    /// Also a new beginning on the same object.
    Reset,
}

named_enum! {
    /// Well-formed characters that a decoder documents to refuse.
    pub enum Refusal {
        /// U+FDD0..U+FDEF and the last two of each plane.
        Noncharacters = "noncharacters",
        /// U+0000.
        Nul = "nul",
        /// What is no Char of XML 1.0.
        Xml = "xml",
    }
}

impl Refusal {
    /// Whether it covers `code`.
    pub fn covers(self, code: u32) -> bool {
        match self {
            Self::Noncharacters => (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE,
            Self::Nul => code == 0,
            // XML 1.0, production 2.
            Self::Xml => {
                !matches!(code, 0x9 | 0xA | 0xD | 0x20..=0xD7FF | 0xE000..=0xFFFD | 0x1_0000..=0x10_FFFF)
            }
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.kind, self.profile_name())?;
        if matches!(self.kind, Kind::Lossy | Kind::Count) {
            write!(formatter, " {}", self.policy_name())?;
        }
        formatter.write_str(&self.within())
    }
}

/// An optional word; `none` if there is none.
mod or_none {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(
        word: &Option<impl Display>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match word {
            Some(word) => serializer.collect_str(word),
            None => serializer.serialize_str("none"),
        }
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "none" => Ok(None),
            word => word.parse().map(Some).map_err(D::Error::custom),
        }
    }
}

/// Bytes as hex.
mod as_hex {
    use illformed_vectors::{Bytes, hex};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        Bytes::deserialize(deserializer).map(|bytes| bytes.0)
    }
}

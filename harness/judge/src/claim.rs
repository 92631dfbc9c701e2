//! What a decoder says of itself. It is judged by this and nothing else.

mod kind;
mod written;

use crate::container::Container;
use crate::named_enum;
pub use illformed_codec::{Policy, Profile};
use serde::{Deserialize, Serialize};
use std::fmt;

pub use kind::{Kind, OutputKind, TextForm};
#[doc(hidden)]
pub use written::{ImpossibleClaim, KindWord, ScriptWord, WrittenClaim};

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
///
/// # Examples
///
/// ```
/// use illformed_judge::claim::{Bom, Claim, Policy, Profile, TextForm};
///
/// let java = Claim { bom: Bom::Strip, ..Claim::lossy(Policy::Java).giving(TextForm::Utf16) };
/// assert_eq!(java.to_string(), "lossy rfc3629 java");
/// assert_eq!(Claim::lossy(None).policy(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenClaim", into = "WrittenClaim")]
pub struct Claim {
    /// What it does with an error, and so what its answers have.
    pub kind: Kind,
    /// The format, or `None`: it documents none that we have, and is shown but not judged.
    pub profile: Option<Profile>,
    /// What its error offsets mean.
    pub at: OffsetMeaning,
    /// What it does with U+FEFF at the start.
    pub bom: Bom,
    /// Which calls it takes.
    pub script: ScriptSupport,
    /// Bytes that the API cannot be given.
    pub cannot: Vec<u8>,
    /// The longest input in bytes.
    pub max_bytes: Option<usize>,
    /// Well-formed characters that it says it refuses.
    pub refuses: Vec<Refusal>,
}

impl Claim {
    /// A strict decoder of `profile` that takes one call and puts out code points: the plainest claim, to be adjusted.
    pub fn strict(profile: Profile) -> Self {
        Self {
            kind: Kind::Strict { out: OutputKind::Utf32 },
            profile: Some(profile),
            at: OffsetMeaning::ValidUpTo,
            bom: Bom::Keep,
            script: ScriptSupport::None,
            cannot: Vec::new(),
            max_bytes: None,
            refuses: Vec::new(),
        }
    }

    /// A lossy decoder of RFC 3629 with `policy`, or `None` if it documents none, that puts out code points.
    pub fn lossy(policy: impl Into<Option<Policy>>) -> Self {
        Self {
            kind: Kind::Lossy { form: TextForm::Utf32, policy: policy.into() },
            at: OffsetMeaning::None,
            ..Self::strict(Profile::Rfc3629)
        }
    }

    /// A decoder that only answers, without text.
    pub fn validate(profile: Profile) -> Self {
        Self { kind: Kind::Strict { out: OutputKind::None }, ..Self::strict(profile) }
    }

    /// The same claim, with text in that form.
    #[must_use]
    pub fn giving(self, form: TextForm) -> Self {
        Self { kind: self.kind.returning(form.out()), ..self }
    }

    /// What comes back, and in which form.
    pub const fn out(&self) -> OutputKind {
        match self.kind {
            Kind::Strict { out } => out,
            Kind::Lossy { form, .. } => form.out(),
            Kind::Count { .. } => OutputKind::Count,
        }
    }

    /// How it replaces errors, or `None`: undocumented. What reports errors has [`Policy::Fatal`].
    pub const fn policy(&self) -> Option<Policy> {
        match self.kind {
            Kind::Strict { .. } => Some(Policy::Fatal),
            Kind::Lossy { policy, .. } | Kind::Count { policy } => policy,
        }
    }

    /// Whether it goes on after an error, so that only its text or its number says something.
    #[doc(hidden)]
    pub const fn replaces_errors(&self) -> bool {
        matches!(self.kind, Kind::Lossy { .. } | Kind::Count { .. })
    }

    /// The format that each input stands in, if it takes no bare text.
    #[doc(hidden)]
    pub const fn container(&self) -> Option<Container> {
        if let ScriptSupport::Container(container) = self.script { Some(container) } else { None }
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
        self.policy().map_or("none", Policy::name)
    }

    /// The container that the text stands in, with the words before it; empty if there is none.
    pub fn within(&self) -> String {
        self.container().map_or_else(String::new, |container| format!(" in {container}"))
    }
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

/// Which calls a decoder takes; each can do what the one before it can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScriptSupport {
    /// One call only, with an input that stands in a format of its own.
    Container(Container),
    /// One call only.
    None,
    /// Chunks, and no way to say that the input is over.
    Feed,
    /// Chunks and an end.
    Finish,
    /// Also a new beginning on the same object.
    Reset,
}

impl ScriptSupport {
    /// Whether it takes one call only.
    #[doc(hidden)]
    pub const fn is_one_call(self) -> bool {
        matches!(self, Self::None | Self::Container(_))
    }
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
        if self.replaces_errors() {
            write!(formatter, " {}", self.policy_name())?;
        }
        formatter.write_str(&self.within())
    }
}

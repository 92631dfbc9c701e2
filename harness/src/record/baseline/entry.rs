//! An entry of a baseline: a cause, why it is accepted, and how many cases fail for it.

use crate::record::baseline::{Digest, GroupCount};
use crate::record::serialized_as_text::serialized_as_text;
use illformed_judge::cause::Cause;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A cause that is accepted of a decoder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an entry object")]
pub struct Entry {
    pub cause: AcceptedCause,
    /// The id of the reason why this is accepted.
    pub why: String,
    /// The groups of vectors with cases that fail for the cause, sorted by name.
    pub groups: Vec<GroupCount>,
}

impl Entry {
    pub fn cases(&self) -> usize {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// What it accepts of `group`, by the name that the entry has for it.
    pub(super) fn group(&self, name: &str) -> Option<&GroupCount> {
        self.groups.iter().find(|group| group.group == name)
    }

    pub(super) fn accepts_any(&self) -> bool {
        self.groups.iter().any(|group| group.digest.is_none())
    }

    pub(super) fn sort_key(&self) -> (String, &str) {
        (self.cause.to_string(), &self.why)
    }
}

/// A cause by its name, or sealed: as a digest of its name, so that the file does not show what the decoder fails. The groups
/// of a sealed entry are digests of their names, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AcceptedCause {
    Named(Cause),
    Sealed(Digest),
}

impl AcceptedCause {
    /// `cause`, sealed if `is_sealed`.
    pub fn new(cause: Cause, is_sealed: bool) -> Self {
        if is_sealed { Self::Sealed(Self::Named(cause).digest()) } else { Self::Named(cause) }
    }

    /// Whether it is `cause`, by name or sealed.
    pub fn is(self, cause: Cause) -> bool {
        self.digest() == Self::Named(cause).digest()
    }

    /// The same for a cause and for the cause sealed.
    pub(super) fn digest(self) -> Digest {
        match self {
            Self::Named(cause) => Digest::of(&format!("cause {cause}")),
            Self::Sealed(digest) => digest,
        }
    }

    /// What an entry of this cause has for the group of that name.
    pub(super) fn group_name(self, group: &str) -> Cow<'_, str> {
        match self {
            Self::Named(_) => Cow::Borrowed(group),
            Self::Sealed(_) => Cow::Owned(Digest::of(&format!("group {group}")).to_string()),
        }
    }
}

impl fmt::Display for AcceptedCause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(cause) => cause.fmt(formatter),
            Self::Sealed(digest) => digest.fmt(formatter),
        }
    }
}

impl FromStr for AcceptedCause {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with('#') {
            return text.parse().map(Self::Sealed);
        }
        Cause::named(text).map(Self::Named).ok_or_else(|| format!("unknown cause `{}`", text.escape_debug()))
    }
}

serialized_as_text!(AcceptedCause);

#[cfg(test)]
mod tests {
    use super::{AcceptedCause, Entry};
    use illformed_judge::cause::Cause;

    #[test]
    fn a_sealed_cause_is_that_cause_and_shows_neither_its_name_nor_a_group() {
        let sealed = AcceptedCause::new(Cause::AcceptsSurrogate, true);
        assert!(sealed.is(Cause::AcceptsSurrogate) && !sealed.is(Cause::Unstable));
        assert!(AcceptedCause::new(Cause::AcceptsSurrogate, false).is(Cause::AcceptsSurrogate));
        for text in [sealed.to_string(), sealed.group_name("surrogate").into_owned()] {
            assert!(text.starts_with('#') && !text.contains("surrogate"), "{text}");
        }
        assert_eq!(sealed.to_string().parse(), Ok(sealed));
    }

    #[test]
    fn an_unknown_cause_or_key_is_refused() {
        let good = r#"{"cause":"accepts-surrogate","why":"a","groups":[["surrogate",1,"*"]]}"#;
        assert!(serde_json::from_str::<Entry>(good).is_ok());
        for (from, to) in
            [("accepts-surrogate", "accepts-surrogates"), ("accepts-surrogate", "#1"), ("why", "because")]
        {
            assert!(serde_json::from_str::<Entry>(&good.replace(from, to)).is_err(), "{to}");
        }
    }
}

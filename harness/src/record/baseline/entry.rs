//! An entry of a baseline: a cause, why it is accepted, and how many cases fail for it.

use crate::record::baseline::GroupCount;
use crate::record::baseline::group_count::{ANY, digest, digest_fault};
use illformed_judge::cause::Cause;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A cause that is accepted of a decoder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an entry object")]
pub struct Entry {
    /// The cause by its name, or sealed: as a digest of its name, so that the file does not show what the decoder fails. The
    /// groups of a sealed entry are digests of their names, too.
    pub cause: String,
    /// The id of the reason why this is accepted.
    pub why: String,
    /// The groups of vectors with cases that fail for the cause, sorted by name.
    pub groups: Vec<GroupCount>,
}

impl Entry {
    /// One for `cause`, sealed if `is_sealed`, with no group so far.
    pub(super) fn new(cause: Cause, is_sealed: bool, why: &str) -> Self {
        let cause = if is_sealed { sealed_cause(cause.name()) } else { cause.name().to_owned() };
        Self { cause, why: why.to_owned(), groups: Vec::new() }
    }

    pub fn cases(&self) -> usize {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// Whether it accepts `cause`, by name or sealed.
    pub fn accepts(&self, cause: Cause) -> bool {
        self.sealed_cause() == sealed_cause(cause.name())
    }

    /// The same for a cause and for the cause sealed.
    pub(super) fn sealed_cause(&self) -> String {
        if self.is_sealed() { self.cause.clone() } else { sealed_cause(&self.cause) }
    }

    pub(super) fn is_sealed(&self) -> bool {
        self.cause.starts_with('#')
    }

    /// What is wrong with its cause by itself, if anything.
    pub(super) fn cause_fault(&self) -> Option<String> {
        if self.is_sealed() {
            return digest_fault(&self.cause);
        }
        let is_unknown = Cause::named(&self.cause).is_none();
        is_unknown.then(|| format!("unknown cause `{}`", self.cause.escape_debug()))
    }

    /// The name that the entry has for `group`.
    pub(super) fn group_name<'a>(&self, group: &'a str) -> Cow<'a, str> {
        if self.is_sealed() { Cow::Owned(digest(&format!("group {group}"))) } else { Cow::Borrowed(group) }
    }

    /// What it accepts of `group`, by the name that the entry has for it.
    pub(super) fn group(&self, name: &str) -> Option<&GroupCount> {
        self.groups.iter().find(|group| group.group == name)
    }

    /// `now`, the failing cases of `group`, as the entry has them.
    pub(super) fn count(&self, group: &str, now: &GroupCount) -> GroupCount {
        let now = if self.is_sealed() { now.unlisted() } else { now.clone() };
        GroupCount { group: self.group_name(group).into_owned(), ..now }
    }

    pub(super) fn accepts_any(&self) -> bool {
        self.groups.iter().any(|group| group.digest == ANY)
    }

    pub(super) fn sort_key(&self) -> (&str, &str) {
        (&self.cause, &self.why)
    }
}

fn sealed_cause(name: &str) -> String {
    digest(&format!("cause {name}"))
}

#[cfg(test)]
mod tests {
    use super::Entry;
    use illformed_judge::cause::Cause;

    #[test]
    fn a_sealed_cause_is_that_cause_and_shows_neither_its_name_nor_a_group() {
        let sealed = Entry::new(Cause::AcceptsSurrogate, true, "a");
        assert!(sealed.accepts(Cause::AcceptsSurrogate) && !sealed.accepts(Cause::Unstable));
        assert!(Entry::new(Cause::AcceptsSurrogate, false, "a").accepts(Cause::AcceptsSurrogate));
        for text in [&*sealed.cause, &*sealed.group_name("surrogate")] {
            assert!(text.starts_with('#') && !text.contains("surrogate"), "{text}");
        }
        assert_eq!(sealed.cause_fault(), None);
    }

    #[test]
    fn an_unknown_cause_or_key_is_refused() {
        let good = r#"{"cause":"accepts-surrogate","why":"a","groups":[["surrogate",1,"*"]]}"#;
        assert!(serde_json::from_str::<Entry>(good).is_ok());
        for (from, to) in
            [("accepts-surrogate", "accepts-surrogates"), ("accepts-surrogate", "#1"), ("why", "because")]
        {
            let read = serde_json::from_str::<Entry>(&good.replace(from, to));
            assert!(read.is_err() || read.is_ok_and(|entry| entry.cause_fault().is_some()), "{to}");
        }
    }
}

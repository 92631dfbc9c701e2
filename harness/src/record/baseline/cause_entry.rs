//! Entries that accept a cause of a decoder: how many cases of each group of vectors fail for it, and a digest of the answers.

use crate::record::baseline::Digest;
use illformed_judge::cause::Cause;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a cause object")]
pub struct CauseEntry {
    pub cause: Cause,
    /// The profile under which cases fail, or `none` for a decoder that claims none and is judged by RFC 3629.
    pub profile: String,
    /// The id of the reason why this is accepted.
    pub why: String,
    /// The groups of vectors that fail for it, sorted by name.
    pub groups: Vec<GroupEntry>,
}

/// The cases of one group of vectors that fail for one cause.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a group object")]
pub struct GroupEntry {
    /// The group: what stands before the slash in the ids of its vectors.
    pub group: String,
    /// Cases with an answer that no correct decoder gives: text, a crash, a refusal of well-formed input.
    #[serde(default, skip_serializing_if = "Counted::is_nothing")]
    pub wrong: Counted,
    /// Ill-formed input that is refused with a wrong offset, length or text, or too late.
    #[serde(default, skip_serializing_if = "Counted::is_nothing")]
    pub refused: Counted,
}

/// The cases that a run asked: what the counts of a baseline refer to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with the cases that were asked")]
pub struct AskedCases {
    /// The digest of the suite, as the run's record has it.
    pub suite: String,
    /// The options of the run that selected cases, as its record has them.
    pub selection: Vec<String>,
    /// Of each group of vectors, how many cases were asked, and a digest of their ids.
    pub groups: BTreeMap<String, Counted>,
}

/// How many cases, and a digest of their ids, or of their ids and answers. In a file: `[480,"#85944171f73967e8"]`, or
/// `[480,"*"]` where any answer is accepted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many cases: at most `u32::MAX` in a file.
    pub count: usize,
    /// The digest; `None` if any answer is accepted.
    pub digest: Option<Digest>,
}

impl Counted {
    /// Counts `lines`, one for each case.
    pub fn of(lines: impl IntoIterator<Item = String>) -> Self {
        let mut lines: Vec<String> = lines.into_iter().collect();
        lines.sort_unstable();
        if lines.is_empty() {
            return Self::default();
        }
        Self { count: lines.len(), digest: Some(Digest::of_lines(&lines)) }
    }

    /// Whether there is no case.
    pub fn is_nothing(&self) -> bool {
        self.count == 0
    }

    /// Whether `now` has as many cases with the same answers, or with any if any is accepted.
    pub fn holds(&self, now: &Self) -> bool {
        self.count == now.count && (self.digest.is_none() || self.digest == now.digest)
    }
}

impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digest = self.digest.map_or_else(|| super::ANY.to_owned(), |digest| digest.to_string());
        (self.count, digest).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (count, digest) = <(u64, String)>::deserialize(deserializer)?;
        // Sums of counts are then far from the end of the range.
        let count = match u32::try_from(count) {
            Ok(0) => return Err(D::Error::custom("a count of 0: leave it out")),
            Ok(count) => count as usize,
            Err(_) => return Err(D::Error::custom(format!("a count of {count}: at most {}", u32::MAX))),
        };
        let digest = match digest.as_str() {
            super::ANY => None,
            text => Some(text.parse().map_err(D::Error::custom)?),
        };
        Ok(Self { count, digest })
    }
}

impl GroupEntry {
    pub const fn cases(&self) -> usize {
        self.wrong.count + self.refused.count
    }
}

impl CauseEntry {
    /// What entries are sorted by.
    pub(super) fn place(&self) -> (&'static str, &str) {
        (self.cause.name(), &self.why)
    }

    /// The number of cases that it accepts.
    pub fn cases(&self) -> usize {
        self.groups.iter().map(GroupEntry::cases).sum()
    }

    /// What it accepts of `group`; nothing if the group is not listed.
    pub fn group(&self, group: &str) -> GroupEntry {
        let none = || GroupEntry { group: group.to_owned(), ..GroupEntry::default() };
        self.groups.iter().find(|one| one.group == group).cloned().unwrap_or_else(none)
    }

    /// Whether any answer is accepted in its cases.
    pub fn accepts_any(&self) -> bool {
        let counted = self.groups.iter().flat_map(|group| [group.wrong, group.refused]);
        counted.into_iter().any(|counted| !counted.is_nothing() && counted.digest.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::{CauseEntry, Counted};

    #[test]
    fn a_count_is_written_as_it_is_read() {
        for good in [r##"[480,"#85944171f73967e8"]"##, r#"[1,"*"]"#] {
            let counted: Counted = serde_json::from_str(good).unwrap();
            assert_eq!(serde_json::to_string(&counted).unwrap(), good);
        }
        for bad in [
            r#"[0,"*"]"#,
            r#"[4294967296,"*"]"#,
            r#"[18446744073709551615,"*"]"#,
            "[1]",
            r##"[1,"#8594"]"##,
            r#"[-1,"*"]"#,
            "480",
            r#"[1,"*","*"]"#,
        ] {
            assert!(serde_json::from_str::<Counted>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn equal_numbers_with_other_answers_do_not_hold_unless_any_is_accepted() {
        let of = |lines: &[&str]| Counted::of(lines.iter().map(ToString::to_string));
        assert!(of(&["a accept 00", "b reject@1"]).holds(&of(&["b reject@1", "a accept 00"])));
        assert!(!of(&["a accept 00"]).holds(&of(&["a accept 20"])));
        assert!(!of(&["a accept 00"]).holds(&of(&[])));
        let any = Counted { digest: None, ..of(&["a accept 00"]) };
        assert!(any.holds(&of(&["a accept 20"])) && !any.holds(&of(&["a", "b"])));
    }

    #[test]
    fn an_unknown_cause_or_key_is_refused() {
        let good = r#"{"cause":"accepts-surrogate","profile":"rfc3629","why":"a","groups":[]}"#;
        assert!(serde_json::from_str::<CauseEntry>(good).is_ok());
        for (from, to) in [("accepts-surrogate", "accepts-surrogates"), ("why", "because")] {
            assert!(serde_json::from_str::<CauseEntry>(&good.replace(from, to)).is_err(), "{to}");
        }
    }
}

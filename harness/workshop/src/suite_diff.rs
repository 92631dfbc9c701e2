//! What changed between two versions of a suite, and what version that needs.

use illformed_vectors::{CaseFile, CaseVector, KindFile, Profile, Suite, Vector, VectorId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What a change asks of the version; the greatest of all changes counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bump {
    /// A patch version: words changed.
    Patch,
    /// A minor version: there is more.
    Minor,
    /// A major version, and a reason in the changelog.
    Major,
    /// No version allows it: an id means its bytes for ever.
    Forbidden,
}

impl fmt::Display for Bump {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Patch => "a patch version",
            Self::Minor => "a minor version",
            Self::Major => "a major version and a reason in the changelog",
            Self::Forbidden => "nothing: no version allows it",
        })
    }
}

/// What changed of one id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It is new.
    Added,
    /// It is gone; it must leave a tombstone.
    Removed {
        /// Whether it did.
        tombstone: bool,
    },
    /// It was removed before, and names a vector again.
    Reused,
    /// Its tombstone is gone, so that it could be used again.
    TombstoneLost,
    /// It names another input.
    Input,
    /// Something else is expected.
    Expectation {
        /// By which profiles, or by which keys where the kind has no profiles; a change of `rfc3629` also names those
        /// profiles that follow it.
        by: Vec<String>,
    },
    /// The comment, flags or refs changed, and nothing else.
    Words,
}

impl Change {
    /// What it asks of the version.
    pub const fn bump(&self) -> Bump {
        match self {
            Self::Words => Bump::Patch,
            Self::Added => Bump::Minor,
            Self::Removed { tombstone: true } | Self::Expectation { .. } => Bump::Major,
            Self::Removed { tombstone: false } | Self::Reused | Self::TombstoneLost | Self::Input => {
                Bump::Forbidden
            }
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Added => formatter.write_str("added"),
            Self::Removed { tombstone: true } => formatter.write_str("removed"),
            Self::Removed { tombstone: false } => formatter.write_str("removed without a tombstone"),
            Self::Reused => formatter.write_str("used again after it was removed"),
            Self::TombstoneLost => formatter.write_str("its tombstone is gone"),
            Self::Input => formatter.write_str("another input"),
            Self::Expectation { by } => {
                write!(formatter, "another expectation under {}", by.join(", "))
            }
            Self::Words => formatter.write_str("other words"),
        }
    }
}

/// Vectors of one kind, as far as they are compared, and the ids that were removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    kind: &'static str,
    entries: BTreeMap<VectorId, Entry>,
    buried: BTreeSet<VectorId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    input: String,
    /// What is expected, by profile or by key.
    expectations: Vec<(String, String)>,
    words: String,
    content: String,
}

impl Compared {
    /// The kind of the vectors, as files name it: `decode`, `encode`, `detect`, `label`.
    pub const fn kind(&self) -> &'static str {
        self.kind
    }

    /// What the vector `id` means, without its name and words, as text; `None` if there is none.
    pub fn content(&self, id: &VectorId) -> Option<&str> {
        self.entries.get(id).map(|entry| entry.content.as_str())
    }

    fn of_kind<V: CaseVector>(file: &CaseFile<V>) -> Self {
        let entry = |vector: &V| {
            let keys = |keys: &[(&str, String)]| -> String {
                keys.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect::<Vec<_>>().join(",")
            };
            let (input, expected) = (keys(&vector.input_keys()), vector.expectation_keys());
            Entry {
                content: format!("{{{input},{}}}", keys(&expected)),
                input,
                expectations: expected.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
                words: format!("{:?}", (vector.comment(), vector.flags(), vector.refs())),
            }
        };
        Self {
            kind: V::KIND,
            entries: file.vectors.iter().map(|vector| (vector.id().clone(), entry(vector))).collect(),
            buried: file.tombstones.iter().map(|tombstone| tombstone.id.clone()).collect(),
        }
    }
}

impl From<&Suite> for Compared {
    fn from(suite: &Suite) -> Self {
        let entry = |vector: &Vector| {
            let expectation = |profile: &Profile| {
                (profile.name().to_owned(), format!("{:?}", vector.expectation(*profile)))
            };
            Entry {
                input: vector.input.to_string(),
                expectations: Profile::ALL.iter().map(expectation).collect(),
                words: format!("{:?}", (&vector.comment, &vector.flags, &vector.refs)),
                content: vector.content(),
            }
        };
        let buried = suite.files().iter().flat_map(|file| &file.tombstones);
        Self {
            kind: "decode",
            entries: suite.vectors().map(|vector| (vector.id.clone(), entry(vector))).collect(),
            buried: buried.map(|tombstone| tombstone.id.clone()).collect(),
        }
    }
}

impl From<&KindFile> for Compared {
    fn from(file: &KindFile) -> Self {
        match file {
            KindFile::Encode(file) => Self::of_kind(file),
            KindFile::Detect(file) => Self::of_kind(file),
            KindFile::Label(file) => Self::of_kind(file),
        }
    }
}

/// What changed from `old` to `new`, which are of one kind, sorted by id. Where a vector moved in its file, or a note changed, is no change.
pub fn suite_diff<'a>(old: &'a Compared, new: &'a Compared) -> Vec<(&'a VectorId, Change)> {
    let ids: BTreeSet<&VectorId> = old.entries.keys().chain(new.entries.keys()).chain(&old.buried).collect();
    ids.into_iter()
        .filter_map(|id| {
            let change = match (old.entries.get(id), new.entries.get(id)) {
                (Some(old), Some(new)) => changed(old, new)?,
                (Some(_), None) => Change::Removed { tombstone: new.buried.contains(id) },
                (None, Some(_)) if old.buried.contains(id) => Change::Reused,
                (None, Some(_)) => Change::Added,
                (None, None) if new.buried.contains(id) => return None,
                (None, None) => Change::TombstoneLost,
            };
            Some((id, change))
        })
        .collect()
}

fn changed(old: &Entry, new: &Entry) -> Option<Change> {
    if old.input != new.input {
        return Some(Change::Input);
    }
    let names: BTreeSet<&String> =
        old.expectations.iter().chain(&new.expectations).map(|(name, _)| name).collect();
    let of =
        |entry: &Entry, name: &String| entry.expectations.iter().find(|(other, _)| other == name).cloned();
    let differing: BTreeSet<&String> =
        names.into_iter().filter(|name| of(old, name) != of(new, name)).collect();
    if !differing.is_empty() {
        // In the order in which they stand, those that are gone last.
        let all = new.expectations.iter().chain(&old.expectations).map(|(name, _)| name);
        let mut by: Vec<String> = Vec::new();
        for name in all.filter(|name| differing.contains(name)) {
            if !by.contains(name) {
                by.push(name.clone());
            }
        }
        return Some(Change::Expectation { by });
    }
    (old.words != new.words).then_some(Change::Words)
}

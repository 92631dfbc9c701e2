//! What changed between two versions of a suite, and what version that needs.

use illformed_vectors::{Profile, Suite, Vector, VectorId};
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
        /// By which profiles; a change of `rfc3629` also names those that follow it.
        profiles: Vec<Profile>,
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
            Self::Expectation { profiles } => {
                let names: Vec<&str> = profiles.iter().map(|profile| profile.name()).collect();
                write!(formatter, "another expectation under {}", names.join(", "))
            }
            Self::Words => formatter.write_str("other words"),
        }
    }
}

/// A change, with the vector before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteChange<'a> {
    /// The id.
    pub id: &'a VectorId,
    /// What changed.
    pub change: Change,
    /// The vector in the old suite.
    pub old: Option<&'a Vector>,
    /// The vector in the new suite.
    pub new: Option<&'a Vector>,
}

/// What changed from `old` to `new`, sorted by id. Where a vector moved in its file, or a note changed, is no change.
pub fn suite_diff<'a>(old: &'a Suite, new: &'a Suite) -> Vec<SuiteChange<'a>> {
    let by_id = |suite: &'a Suite| -> BTreeMap<&'a VectorId, &'a Vector> {
        suite.vectors().map(|vector| (&vector.id, vector)).collect()
    };
    let (old_vectors, new_vectors) = (by_id(old), by_id(new));
    let (old_buried, new_buried) = (buried(old), buried(new));
    let ids: BTreeSet<&VectorId> =
        old_vectors.keys().chain(new_vectors.keys()).chain(&old_buried).copied().collect();
    ids.into_iter()
        .filter_map(|id| {
            let (old, new) = (old_vectors.get(id).copied(), new_vectors.get(id).copied());
            let change = match (old, new) {
                (Some(old), Some(new)) => changed(old, new)?,
                (Some(_), None) => Change::Removed { tombstone: new_buried.contains(id) },
                (None, Some(_)) if old_buried.contains(id) => Change::Reused,
                (None, Some(_)) => Change::Added,
                (None, None) if new_buried.contains(id) => return None,
                (None, None) => Change::TombstoneLost,
            };
            Some(SuiteChange { id, change, old, new })
        })
        .collect()
}

fn buried(suite: &Suite) -> BTreeSet<&VectorId> {
    suite.files().iter().flat_map(|file| &file.tombstones).map(|tombstone| &tombstone.id).collect()
}

fn changed(old: &Vector, new: &Vector) -> Option<Change> {
    if old.input != new.input {
        return Some(Change::Input);
    }
    let differs = |profile: &Profile| old.expectation(*profile) != new.expectation(*profile);
    let profiles: Vec<Profile> = Profile::ALL.iter().copied().filter(differs).collect();
    if !profiles.is_empty() {
        return Some(Change::Expectation { profiles });
    }
    let words = |vector: &Vector| (vector.comment.clone(), vector.flags.clone(), vector.refs.clone());
    (words(old) != words(new)).then_some(Change::Words)
}

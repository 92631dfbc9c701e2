//! What is in a suite, counted.

use illformed_judge::case::Plan;
use illformed_vectors::{
    CaseFile, CaseVector, Expectation, Importance, Input, Kinds, Profile, Reading, Script, Suite, Vector,
};
use serde::Serialize;
use std::collections::HashMap;

/// The counts of a suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SuiteStats {
    /// The suite's name.
    pub suite: String,
    /// Each group, in the suite's order.
    pub groups: Vec<GroupStats>,
    /// All groups together.
    pub total: VectorStats,
    /// Each importance, the worst first.
    pub importances: Vec<ImportanceStats>,
    /// Each flag, by name.
    pub flags: Vec<FlagStats>,
    /// Each profile.
    pub profiles: Vec<ProfileStats>,
}

/// The counts of one group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroupStats {
    /// Its name.
    pub group: String,
    /// Its counts.
    #[serde(flatten)]
    pub counts: VectorStats,
}

/// The counts of some vectors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct VectorStats {
    /// How many there are.
    pub vectors: usize,
    /// How many of them are scripts of calls.
    pub scripts: usize,
    /// How many cases are derived from them.
    pub derived_cases: usize,
    /// How many bytes are in them, in all chunks of all scripts too.
    pub bytes: usize,
    /// How many have no error under `rfc3629`; a script, in no segment.
    pub well_formed: usize,
    /// How many have one.
    pub ill_formed: usize,
}

/// How many vectors are how important.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportanceStats {
    /// Its name.
    pub importance: &'static str,
    /// How many flags have it.
    pub flags: usize,
    /// How many vectors have it, by the worst of their flags; those without flags are minor.
    pub vectors: usize,
}

/// How many vectors have a flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FlagStats {
    /// The flag.
    pub flag: String,
    /// Its importance.
    pub importance: &'static str,
    /// How many.
    pub vectors: usize,
}

/// How many vectors are what under a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProfileStats {
    /// Its name.
    pub profile: &'static str,
    /// How many have another expectation than under `rfc3629`.
    pub differ: usize,
    /// How many have no error.
    pub well_formed: usize,
    /// How many have one.
    pub ill_formed: usize,
    /// On how many its standard is silent.
    pub unspecified: usize,
}

impl SuiteStats {
    /// The counts of `suite`.
    pub fn of(suite: &Suite) -> Self {
        let mut derived: HashMap<&str, usize> = HashMap::new();
        for case in &Plan::everything(suite).cases {
            *derived.entry(case.vector.id.as_str()).or_default() += usize::from(case.id.recipe.is_some());
        }
        let groups: Vec<GroupStats> = suite
            .files()
            .iter()
            .map(|file| GroupStats {
                group: file.group.clone(),
                counts: VectorStats::of(&file.vectors, &derived),
            })
            .collect();
        let mut flags: Vec<FlagStats> = suite
            .files()
            .iter()
            .flat_map(|file| &file.notes)
            .map(|(flag, note)| FlagStats {
                flag: flag.clone(),
                importance: note.importance.name(),
                vectors: suite.vectors().filter(|vector| vector.flags.contains(flag)).count(),
            })
            .collect();
        flags.sort_by(|one, other| one.flag.cmp(&other.flag));
        Self {
            suite: suite.name().to_owned(),
            total: groups.iter().map(|group| group.counts).fold(VectorStats::default(), VectorStats::and),
            groups,
            importances: Importance::ALL.iter().rev().map(|one| ImportanceStats::of(suite, *one)).collect(),
            flags,
            profiles: Profile::ALL.iter().map(|profile| ProfileStats::of(suite, *profile)).collect(),
        }
    }
}

impl VectorStats {
    /// `derived`: how many cases are derived from each vector.
    fn of<'a>(vectors: impl IntoIterator<Item = &'a Vector>, derived: &HashMap<&str, usize>) -> Self {
        let mut counts = Self::default();
        for vector in vectors {
            counts.vectors += 1;
            counts.derived_cases += derived.get(vector.id.as_str()).copied().unwrap_or(0);
            match &vector.input {
                Input::Bytes(bytes) => counts.bytes += bytes.len(),
                Input::Calls(script) => {
                    counts.scripts += 1;
                    counts.bytes += Script::segment_bytes(script.calls()).0.len();
                }
            }
            match well_formed(&vector.rfc3629) {
                Some(true) => counts.well_formed += 1,
                Some(false) => counts.ill_formed += 1,
                None => {}
            }
        }
        counts
    }

    /// Both together.
    const fn and(self, other: Self) -> Self {
        Self {
            vectors: self.vectors + other.vectors,
            scripts: self.scripts + other.scripts,
            derived_cases: self.derived_cases + other.derived_cases,
            bytes: self.bytes + other.bytes,
            well_formed: self.well_formed + other.well_formed,
            ill_formed: self.ill_formed + other.ill_formed,
        }
    }
}

impl ImportanceStats {
    fn of(suite: &Suite, importance: Importance) -> Self {
        let notes = suite.files().iter().flat_map(|file| &file.notes);
        Self {
            importance: importance.name(),
            flags: notes.filter(|(_, note)| note.importance == importance).count(),
            vectors: suite.vectors().filter(|vector| suite.importance(vector) == importance).count(),
        }
    }
}

impl ProfileStats {
    fn of(suite: &Suite, profile: Profile) -> Self {
        let count = |answer| {
            suite.vectors().filter(|vector| well_formed(vector.expectation(profile)) == answer).count()
        };
        Self {
            profile: profile.name(),
            differ: suite.vectors().filter(|vector| *vector.expectation(profile) != vector.rfc3629).count(),
            well_formed: count(Some(true)),
            ill_formed: count(Some(false)),
            unspecified: count(None),
        }
    }
}

/// Whether there is no error in any segment; `None` where it is unspecified.
fn well_formed(expectation: &Expectation) -> Option<bool> {
    match expectation {
        Expectation::Specified(readings) => Some(readings.iter().all(Reading::well_formed)),
        Expectation::Unspecified(_) => None,
    }
}

/// The counts of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KindStats {
    /// Its name.
    pub kind: &'static str,
    /// How many vectors.
    pub vectors: usize,
    /// How many of each flag, by name.
    pub flags: Vec<(String, usize)>,
}

impl KindStats {
    /// The counts of each of `kinds`.
    pub fn of(kinds: &Kinds) -> [Self; 3] {
        [kind_stats(&kinds.encode), kind_stats(&kinds.detect), kind_stats(&kinds.label)]
    }
}

fn kind_stats<V: CaseVector>(file: &CaseFile<V>) -> KindStats {
    let of_flag = |flag: &String| file.vectors.iter().filter(|vector| vector.flags().contains(flag)).count();
    KindStats {
        kind: V::KIND,
        vectors: file.vectors.len(),
        flags: file.notes.iter().map(|(flag, _)| (flag.clone(), of_flag(flag))).collect(),
    }
}

//! What is in the files of these kinds, counted.

use illformed_vectors::{CaseFile, CaseVector, Kinds};
use serde::Serialize;

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
        [count(&kinds.encode), count(&kinds.detect), count(&kinds.label)]
    }
}

fn count<V: CaseVector>(file: &CaseFile<V>) -> KindStats {
    let of_flag = |flag: &String| file.vectors.iter().filter(|vector| vector.flags().contains(flag)).count();
    KindStats {
        kind: V::KIND,
        vectors: file.vectors.len(),
        flags: file.notes.iter().map(|(flag, _)| (flag.clone(), of_flag(flag))).collect(),
    }
}

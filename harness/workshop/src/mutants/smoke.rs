//! The fewest vectors that see the most: what to ask when there is no time for all.

use crate::cover::cover;
use crate::mutants::{Census, CensusRow, Need};
use illformed_vectors::{Input, Origin, Suite, Vector, VectorId};
use std::collections::BTreeSet;

/// Two lists of stored vectors, computed from what kills what. Where a fault needs no script, no script is counted upon,
/// since many decoders take none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Smoke {
    /// They kill each mutant that one input betrays, `m01` and so on, whether it shows its first error or its
    /// replacements, as far as any stored vector does.
    pub full: Vec<SmokeVector>,
    /// They kill each mutant of which any stored vector shows a wrong answer, by the answer alone.
    pub by_answer: Vec<SmokeVector>,
    /// The mutants that one input should betray, are none in truth or survive all of the suite.
    pub survivors: Vec<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmokeVector {
    pub id: VectorId,
    /// The mutants that it kills and none before it does, by name.
    pub kills: Vec<&'static str>,
    /// How many decoders it kills and none before it does: a mutant is one for each thing that it may show.
    pub decoders: usize,
}

impl Smoke {
    /// The most vectors that the lists may have: a longer one is no smoke test.
    pub const MOST: (usize, usize) = (30, 40);

    /// The lists for `suite`, of its written vectors: those say what they are about. A suite without written vectors,
    /// of all.
    pub fn of(suite: &Suite) -> Self {
        let written = suite.with_files(|file| file.origin == Origin::Written);
        let suite = if written.files().is_empty() { suite } else { &written };
        let census = Census::for_smoke(suite);
        let vectors: Vec<&Vector> = suite.vectors().collect();
        let of_one_input = || census.rows.iter().filter(|row| row.is_of_one_input());
        let shown = of_one_input().map(|row| (row, &row.killers));
        let shown = shown.chain(of_one_input().map(|row| (row, &row.killers_otherwise_shown)));
        let by_answer = census.rows.iter().map(|row| (row, &row.killers_by_answer));
        let survivors = of_one_input().filter(|row| row.first.is_none()).map(|row| row.mutant.name);
        Self {
            full: list(&vectors, shown),
            by_answer: list(&vectors, by_answer),
            survivors: survivors.collect(),
        }
    }

    /// Whether a vector is in one of the lists.
    pub fn contains(&self, id: &VectorId) -> bool {
        self.full.iter().chain(&self.by_answer).any(|vector| vector.id == *id)
    }

    /// Whether a list is longer than it may be.
    pub fn is_too_long(&self) -> bool {
        self.full.len() > Self::MOST.0 || self.by_answer.len() > Self::MOST.1
    }
}

/// Vectors of which one at least is among the killers of each row, where there are any; the one that kills most comes
/// first.
fn list<'a>(
    vectors: &[&Vector],
    rows: impl Iterator<Item = (&'a CensusRow, &'a Vec<VectorId>)>,
) -> Vec<SmokeVector> {
    let rows: Vec<(&CensusRow, BTreeSet<&VectorId>)> =
        rows.map(|(row, killers)| (row, killers.iter().collect())).collect();
    let kills_of = |vector: &&Vector| -> BTreeSet<usize> {
        let is_script = matches!(vector.input, Input::Calls(_));
        let kills = |(row, killers): &(&CensusRow, BTreeSet<&VectorId>)| {
            (!is_script || row.mutant.needs() == Need::Script) && killers.contains(&vector.id)
        };
        (0..rows.len()).filter(|row| kills(&rows[*row])).collect()
    };
    let kills: Vec<BTreeSet<usize>> = vectors.iter().map(kills_of).collect();
    let (mut seen, mut mentioned) = (BTreeSet::new(), BTreeSet::new());
    let vector = |vector: usize| {
        let newly: Vec<usize> = kills[vector].iter().copied().filter(|row| seen.insert(*row)).collect();
        let names = newly.iter().map(|row| rows[*row].0.mutant.name);
        SmokeVector {
            id: vectors[vector].id.clone(),
            kills: names.filter(|name| mentioned.insert(*name)).collect(),
            decoders: newly.len(),
        }
    };
    cover(&kills, &BTreeSet::new()).into_iter().map(vector).collect()
}

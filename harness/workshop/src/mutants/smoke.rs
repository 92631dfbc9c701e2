//! The fewest vectors that see the most: what to ask when there is no time for all.

use crate::mutants::{Census, CensusRow, MutantNeed};
use illformed_vectors::{Input, Origin, Suite, Vector, VectorId};
use std::cmp::Reverse;
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
        let shown = of_one_input().map(|row| (row, &row.showing_all.vectors));
        let shown = shown.chain(of_one_input().map(|row| (row, &row.shown_otherwise.vectors)));
        let by_answer = census.rows.iter().map(|row| (row, &row.by_answer.vectors));
        let survivors =
            of_one_input().filter(|row| row.showing_all.first.is_none()).map(|row| row.mutant.name);
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
            (!is_script || row.mutant.needs() == MutantNeed::Script) && killers.contains(&vector.id)
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
    cover(&kills).into_iter().map(vector).collect()
}

/// The numbers of some of `sets` that together have everything that any of them has; each has something that none of the
/// others has.
///
/// Greedy: next comes always the set with the most that is new, of equals the first. In the end those go that the others
/// make needless, the last chosen first.
fn cover(sets: &[BTreeSet<usize>]) -> Vec<usize> {
    let (mut covered, mut chosen) = (BTreeSet::new(), Vec::new());
    loop {
        let gained = |set: &BTreeSet<usize>| set.difference(&covered).count();
        let best = (0..sets.len()).max_by_key(|number| (gained(&sets[*number]), Reverse(*number)));
        let Some(best) = best.filter(|best| gained(&sets[*best]) > 0) else { break };
        covered.extend(&sets[best]);
        chosen.push(best);
    }
    for place in (0..chosen.len()).rev() {
        let others = chosen.iter().enumerate().filter(|(other, _)| *other != place);
        let others: BTreeSet<usize> = others.flat_map(|(_, number)| &sets[*number]).copied().collect();
        if sets[chosen[place]].is_subset(&others) {
            chosen.remove(place);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(sets: &[&[usize]]) -> Vec<usize> {
        cover(&sets.iter().map(|set| set.iter().copied().collect()).collect::<Vec<_>>())
    }

    #[test]
    fn what_adds_nothing_is_not_chosen_and_of_equals_the_first_is() {
        assert_eq!(covered(&[&[1, 2], &[1], &[3], &[3]]), [0, 2]);
        assert_eq!(covered(&[&[], &[]]), [0; 0]);
    }

    #[test]
    fn one_that_later_ones_make_needless_is_dropped() {
        // The greedy choice is the first; the others are needed, and cover it.
        assert_eq!(covered(&[&[1, 2, 3, 4], &[1, 2, 5], &[3, 4, 6]]), [1, 2]);
    }
}

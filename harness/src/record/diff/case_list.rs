//! The cases of two records as one list.

use crate::record::run_record::{CaseRecord, RunRecord, VectorRecord};
use std::collections::HashMap;

/// The cases that either record has, joined by their ids: those of the new one in its order, and what only the old one has
/// after them, except that the cases of a vector stand together.
pub(super) struct CaseList<'a> {
    pub(super) vectors: Vec<&'a VectorRecord>,
    /// Each with the number of its vector.
    pub(super) cases: Vec<(usize, &'a str)>,
    /// Where each case of the old record stands in the list; `None` if it is not wanted.
    pub(super) places_of_old: Vec<Option<usize>>,
    /// The same of the new one.
    pub(super) places_of_new: Vec<Option<usize>>,
    /// How many vectors have the same id and another input.
    pub(super) other_inputs: usize,
}

impl<'a> CaseList<'a> {
    /// The cases of both for which `wants` says so, given the case's id and its vector's.
    pub(super) fn of(old: &'a RunRecord, new: &'a RunRecord, wants: impl Fn(&str, &str) -> bool) -> Self {
        let mut vectors: Vec<&VectorRecord> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut other_inputs = 0;
        for (record, is_old) in [(new, false), (old, true)] {
            for vector in &record.vectors {
                let place = *places.entry(&vector.id).or_insert_with(|| {
                    vectors.push(vector);
                    vectors.len() - 1
                });
                other_inputs += usize::from(is_old && vectors[place].input != vector.input);
            }
        }
        let mut recipes: Vec<Vec<&str>> = vec![Vec::new(); vectors.len()];
        let mut within: HashMap<(usize, &str), usize> = HashMap::new();
        let mut listed = |record: &'a RunRecord| -> Vec<Option<(usize, usize)>> {
            let one = |(number, CaseRecord { vector, recipe }): (usize, &'a CaseRecord)| {
                let vector = &record.vectors[*vector].id;
                if !wants(&record.case_id(number), vector) {
                    return None;
                }
                let vector = places[vector.as_str()];
                let place = *within.entry((vector, recipe)).or_insert_with(|| {
                    recipes[vector].push(recipe);
                    recipes[vector].len() - 1
                });
                Some((vector, place))
            };
            record.cases.iter().enumerate().map(one).collect()
        };
        let (of_new, of_old) = (listed(new), listed(old));
        let mut first = Vec::with_capacity(recipes.len());
        let mut cases = Vec::new();
        for (vector, recipes) in recipes.iter().enumerate() {
            first.push(cases.len());
            cases.extend(recipes.iter().map(|recipe| (vector, *recipe)));
        }
        let numbered = |places: Vec<Option<(usize, usize)>>| {
            places.into_iter().map(|place| place.map(|(vector, nth)| first[vector] + nth)).collect()
        };
        let (places_of_old, places_of_new) = (numbered(of_old), numbered(of_new));
        Self { vectors, cases, places_of_old, places_of_new, other_inputs }
    }
}

//! The cases of two records as one list.

use crate::record::run_record::{CaseRecord, RunRecord, VectorRecord};
use illformed_vectors::Input;
use std::collections::HashMap;

/// The cases that either record has, joined by their ids and the bytes of their
/// vectors: those of the new one in its order, then what only the old one has.
#[derive(Default)]
pub(super) struct CaseList<'a> {
    pub(super) vectors: Vec<&'a VectorRecord>,
    /// Each with the number of its vector.
    pub(super) cases: Vec<(usize, &'a str)>,
    /// Where each case of the old and of the new record stands in the list; `None` if it is not compared.
    pub(super) places: [Vec<Option<usize>>; 2],
}

impl<'a> CaseList<'a> {
    /// The cases of both for which `wants` says so, given the case's id and its vector's.
    pub(super) fn of(old: &'a RunRecord, new: &'a RunRecord, wants: impl Fn(&str, &str) -> bool) -> Self {
        let mut list = Self::default();
        let mut vectors: HashMap<(&str, &Input), usize> = HashMap::new();
        let mut cases: HashMap<(usize, &str), usize> = HashMap::new();
        let mut placed = |record: &'a RunRecord| -> Vec<Option<usize>> {
            let place = |(number, CaseRecord { vector, recipe }): (usize, &'a CaseRecord)| {
                let vector = &record.vectors[*vector];
                if !wants(&record.case_id(number), &vector.id) {
                    return None;
                }
                let vector = *vectors.entry((&vector.id, &vector.input)).or_insert_with(|| {
                    list.vectors.push(vector);
                    list.vectors.len() - 1
                });
                let case = (vector, recipe.as_str());
                Some(*cases.entry(case).or_insert_with(|| {
                    list.cases.push(case);
                    list.cases.len() - 1
                }))
            };
            record.cases.iter().enumerate().map(place).collect()
        };
        let of_new = placed(new);
        list.places = [placed(old), of_new];
        list
    }
}

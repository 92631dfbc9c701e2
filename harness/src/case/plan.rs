//! Which cases are run, in which order.

use crate::case::derive::recipes;
use crate::case::{CaseId, Depth, Recipe};
use illformed_vectors::{Input, Suite, Vector, VectorId};
use std::collections::{HashMap, HashSet};

/// One thing to ask a decoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case<'suite> {
    /// Its name.
    pub id: CaseId,
    /// Where it comes from, with the expectation.
    pub vector: &'suite Vector,
    /// What the decoder is given.
    pub input: Input,
}

impl<'suite> Case<'suite> {
    /// The vector itself as a case.
    pub fn of(vector: &'suite Vector) -> Self {
        Self { id: CaseId { vector: vector.id.clone(), recipe: None }, vector, input: vector.input.clone() }
    }

    /// The case that `recipe` makes of `vector`, or `None` when it does not apply.
    pub fn derived(vector: &'suite Vector, recipe: Recipe) -> Option<Self> {
        let input = recipe.apply(&vector.input)?;
        Some(Self { id: CaseId { vector: vector.id.clone(), recipe: Some(recipe) }, vector, input })
    }
}

/// The cases of a run: vectors in the suite's order, each followed by what is derived from it.
#[derive(Debug, Clone)]
pub struct Plan<'suite> {
    /// The suite.
    pub suite: &'suite Suite,
    /// The cases.
    pub cases: Vec<Case<'suite>>,
}

impl<'suite> Plan<'suite> {
    /// All of the suite, with what is usually derived.
    pub fn everything(suite: &'suite Suite) -> Self {
        Self::selected(suite, |_| true)
    }

    /// The cases whose id `select` wants, of the suite and of what is usually derived.
    pub fn selected(suite: &'suite Suite, select: impl Fn(&CaseId) -> bool) -> Self {
        Self::of_depth(suite, Depth::Usual, select)
    }

    /// The cases whose id `select` wants, of the suite and of what is derived at that depth. A derived case that is in the
    /// suite as a vector of calls is asked as that vector alone.
    pub fn of_depth(suite: &'suite Suite, depth: Depth, select: impl Fn(&CaseId) -> bool) -> Self {
        let written: HashSet<&Input> = suite
            .vectors()
            .map(|vector| &vector.input)
            .filter(|input| matches!(input, Input::Calls(_)))
            .collect();
        let mut cases = Vec::new();
        for vector in suite.vectors() {
            cases.push(Case::of(vector));
            let derived =
                recipes(vector, depth).into_iter().filter_map(|recipe| Case::derived(vector, recipe));
            cases.extend(derived.filter(|case| !written.contains(&case.input)));
        }
        cases.retain(|case| select(&case.id));
        Self { suite, cases }
    }

    /// Adds `case` behind the cases of its vector, which is in the suite, unless it is there.
    pub fn insert(&mut self, case: Case<'suite>) {
        let places: HashMap<&VectorId, usize> =
            self.suite.vectors().enumerate().map(|(place, vector)| (&vector.id, place)).collect();
        let place = |case: &Case<'_>| places.get(&case.id.vector).copied();
        let end = self.cases.partition_point(|other| place(other) <= place(&case));
        if !self.cases[..end].iter().any(|other| other.id == case.id) {
            self.cases.insert(end, case);
        }
    }

    /// The case of that id, whether or not it is selected.
    pub fn find(suite: &'suite Suite, id: &CaseId) -> Option<Case<'suite>> {
        let vector = suite.vector(id.vector.as_str())?;
        match id.recipe {
            None => Some(Case::of(vector)),
            Some(recipe) => Case::derived(vector, recipe),
        }
    }
}

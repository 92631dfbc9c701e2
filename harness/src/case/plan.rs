//! Which cases are run, in which order.

use crate::case::{CaseId, Recipe};
use illformed_vectors::{Input, Origin, Suite, Vector};

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
    /// All of the suite, with everything that can be derived from its stored vectors.
    pub fn everything(suite: &'suite Suite) -> Self {
        Self::selected(suite, |_| true)
    }

    /// The cases whose id `select` wants.
    pub fn selected(suite: &'suite Suite, select: impl Fn(&CaseId) -> bool) -> Self {
        let derived = |vector: &'suite Vector| {
            let recipes = Recipe::applicable(&vector.input);
            recipes.into_iter().filter_map(|recipe| Case::derived(vector, recipe)).collect::<Vec<_>>()
        };
        let all = suite.files().iter().flat_map(|file| {
            // A complete suite promises something of its tests as they are; more of them would only be more.
            let is_stored = file.origin != Origin::Complete;
            file.vectors.iter().flat_map(move |vector| {
                let derived = if is_stored { derived(vector) } else { Vec::new() };
                [Case::of(vector)].into_iter().chain(derived)
            })
        });
        Self { suite, cases: all.filter(|case| select(&case.id)).collect() }
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

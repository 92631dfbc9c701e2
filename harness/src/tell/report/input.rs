//! Inputs as reports show them.

use crate::record::run_record::{CaseRecord, RunRecord};
use illformed_judge::case::Recipe;
use illformed_vectors::Input;
use std::borrow::Cow;

/// Whether the case has bytes that are neither its vector's nor plain text around it: an error in it may be theirs.
pub(crate) fn brings_bytes(case: &CaseRecord) -> bool {
    matches!(case.recipe.parse(), Ok(Recipe::Beside(_) | Recipe::Surrogates(_) | Recipe::Uses(_)))
}

/// The input of the case as the record writes inputs: the vector's own, or the derived one where the case brings bytes of
/// its own along.
pub(crate) fn case_input<'a>(record: &'a RunRecord, case: &CaseRecord) -> Cow<'a, str> {
    let input = &record.vectors[case.vector].input;
    let derived = brings_bytes(case).then(|| {
        let recipe: Recipe = case.recipe.parse().ok()?;
        Some(recipe.apply(&input.parse::<Input>().ok()?)?.to_string())
    });
    derived.flatten().map_or(Cow::Borrowed(input), Cow::Owned)
}

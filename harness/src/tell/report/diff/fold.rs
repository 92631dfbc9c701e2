//! The changes of a decoder, folded by vector.

use crate::record::diff::{CaseChange, CaseOutcome, Change, DecoderDiff, DiffRecord};
use crate::record::run_record::VectorRecord;
use crate::tell::report::words::and_more;
use illformed_judge::shown::{escape_controls, fit};

/// The cases of a vector that changed in one way of [`Change`].
pub(super) struct VectorChange<'a> {
    pub(super) change: Change,
    pub(super) vector: &'a VectorRecord,
    /// From what to what, with the recipes of the cases. What was observed may differ: derived cases have other texts, and
    /// the first stands for all with the same verdict and cause, before and after.
    pub(super) ways: Vec<(&'a CaseChange, Vec<&'a str>)>,
}

/// How many cases these ways have.
pub(super) fn cases(ways: &[(&CaseChange, Vec<&str>)]) -> usize {
    ways.iter().map(|(_, recipes)| recipes.len()).sum()
}

/// The first three of `recipes`, `itself` for the vector, and how many more there are, in `width` characters.
pub(super) fn recipe_list(recipes: &[&str], width: usize) -> String {
    let word = |recipe: &&str| if recipe.is_empty() { "itself".to_owned() } else { escape_controls(recipe) };
    let first: Vec<String> = recipes.iter().take(3).map(word).collect();
    let more = and_more(recipes.len() - first.len());
    fit(&first.join(" "), width - more.len()) + &more
}

/// What came of cases in the old and in the new report.
pub(super) fn outcomes(change: &CaseChange) -> (String, String) {
    let words = |outcome: &Option<CaseOutcome>, report| match outcome {
        Some(outcome) => escape_controls(&outcome.to_string()),
        None => format!("not in the {report} report"),
    };
    (words(&change.old, "old"), words(&change.new, "new"))
}

/// The changes of `decoder`, those first that deserve attention most, and otherwise in the order of the record.
pub(super) fn folded<'a>(record: &'a DiffRecord, decoder: &'a DecoderDiff) -> Vec<VectorChange<'a>> {
    let mut single: Vec<(Change, usize, usize, &CaseChange)> = Vec::new();
    for change in &decoder.changes {
        let cases = change.cases.iter();
        single.extend(cases.map(|case| (change.change, record.cases[case].vector, case, change)));
    }
    single.sort_by_key(|(change, vector, case, _)| (*change, *vector, *case));
    let verdicts = |change: &'a CaseChange| {
        [&change.old, &change.new].map(|one| one.as_ref().map(|one| (one.verdict, one.cause.as_deref())))
    };
    let fold = |of_vector: &[(Change, usize, usize, &'a CaseChange)]| {
        let mut ways: Vec<(&CaseChange, Vec<&str>)> = Vec::new();
        for (_, _, case, change) in of_vector {
            let recipe = record.cases[*case].recipe.as_str();
            match ways.iter_mut().find(|(first, _)| verdicts(first) == verdicts(change)) {
                Some((_, recipes)) => recipes.push(recipe),
                None => ways.push((change, vec![recipe])),
            }
        }
        VectorChange { change: of_vector[0].0, vector: &record.vectors[of_vector[0].1], ways }
    };
    single.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).map(fold).collect()
}

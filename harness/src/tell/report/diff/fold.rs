//! The changes of a decoder, folded by vector.

use crate::record::diff::{CaseChange, CaseOutcome, Change, Counts, DecoderDiff, DiffRecord};
use crate::record::run_record::VectorRecord;
use crate::tell::report::words::listed;
use illformed_judge::shown::escape_controls;
use serde_json::Value;

/// What to say of passing cases where the claims of a decoder differ.
pub(super) const CLAIMS_DIFFER: &str = "claims differ: equal verdicts are not equal answers";

/// How many ways in which the cases of one vector changed are shown.
pub(super) const WAYS: usize = 4;

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

/// As many of `recipes` as have room in `width` characters, `itself` for the vector, and how many more there are.
pub(super) fn recipe_list(recipes: &[&str], width: usize) -> String {
    let word = |recipe: &str| if recipe.is_empty() { "itself".to_owned() } else { escape_controls(recipe) };
    let mut text = String::new();
    for (place, recipe) in recipes.iter().enumerate() {
        let left = recipes.len() - place;
        let more = format!(" and {left} more");
        // The number of the others needs room too, unless this is the last.
        let after = if left > 1 { more.len() } else { 0 };
        let longer = if place == 0 { word(recipe) } else { format!("{text} {}", word(recipe)) };
        if place > 0 && longer.chars().count() + after > width {
            return text + &more;
        }
        text = longer;
    }
    text
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
    let mut single: Vec<(Change, usize, usize, usize)> = Vec::new();
    for (number, change) in decoder.changes.iter().enumerate() {
        let cases = change.cases.iter();
        single.extend(cases.map(|case| (change.change, record.cases[case].vector, case, number)));
    }
    single.sort_unstable();
    let verdicts = |change: &'a CaseChange| {
        [&change.old, &change.new].map(|one| one.as_ref().map(|one| (one.verdict, one.cause.as_deref())))
    };
    let fold = |of_vector: &[(Change, usize, usize, usize)]| {
        let mut ways: Vec<(&CaseChange, Vec<&str>)> = Vec::new();
        for (_, _, case, number) in of_vector {
            let (first, recipe) = (&decoder.changes[*number], record.cases[*case].recipe.as_str());
            match ways.iter_mut().find(|(way, _)| verdicts(way) == verdicts(first)) {
                Some((_, recipes)) => recipes.push(recipe),
                None => ways.push((first, vec![recipe])),
            }
        }
        VectorChange { change: of_vector[0].0, vector: &record.vectors[of_vector[0].1], ways }
    };
    single.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).map(fold).collect()
}

/// How many cases changed in which way: `1 regressed, 2 new`.
pub(super) fn changed(counts: &Counts) -> String {
    let changes = Change::ALL.into_iter().filter(|change| *change != Change::Same);
    listed(changes.map(|change| (counts.of(change), change.name())))
}

/// The value of a key that differs: the words of a list, and nothing quoted.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) if text.is_empty() => "nothing".to_owned(),
        Value::Array(words) if words.is_empty() => "nothing".to_owned(),
        Value::Array(words) => words.iter().map(self::value).collect::<Vec<_>>().join(" "),
        Value::String(text) => escape_controls(text),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

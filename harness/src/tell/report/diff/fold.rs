//! The changes of a decoder, folded by vector.

use crate::record::diff::{CaseChange, CaseOutcome, Change, Counts, DecoderDiff, DiffRecord};
use crate::record::run_record::VectorRecord;
use crate::tell::report::words::listed;
use illformed_judge::judge::VerdictKind;
use illformed_judge::shown::escape_controls;

/// The cases of a vector that changed in one way.
pub(super) struct VectorChange<'a> {
    pub(super) change: Change,
    pub(super) vector: &'a VectorRecord,
    /// From what to what.
    pub(super) ways: Vec<Way<'a>>,
}

/// Cases of one vector with the same verdict and cause, before and after. What was observed may differ: derived cases have
/// other texts, and the first stands for all.
pub(super) struct Way<'a> {
    recipes: Vec<&'a str>,
    first: &'a CaseChange,
}

impl VectorChange<'_> {
    pub(super) fn cases(&self) -> usize {
        self.ways.iter().map(Way::cases).sum()
    }
}

impl Way<'_> {
    pub(super) fn cases(&self) -> usize {
        self.recipes.len()
    }

    /// The recipes, as many as have room in `width` characters, `itself` for the vector, and how many more there are.
    pub(super) fn recipes(&self, width: usize) -> String {
        let mut text = String::new();
        for (place, recipe) in self.recipes.iter().enumerate() {
            let word = if recipe.is_empty() { "itself".to_owned() } else { escape_controls(recipe) };
            let left = self.recipes.len() - place;
            let more = format!(" and {left} more");
            // The number of the others needs room too, unless this is the last.
            let after = if left > 1 { more.len() } else { 0 };
            if place == 0 {
                text = word;
            } else if text.chars().count() + 1 + word.chars().count() + after > width {
                return text + &more;
            } else {
                text = text + " " + &word;
            }
        }
        text
    }

    pub(super) fn was(&self) -> String {
        words(self.first.old.as_ref(), "not in the old report")
    }

    pub(super) fn is(&self) -> String {
        words(self.first.new.as_ref(), "not in the new report")
    }
}

fn words(outcome: Option<&CaseOutcome>, nothing: &str) -> String {
    outcome.map_or_else(|| nothing.to_owned(), |outcome| escape_controls(&outcome.to_string()))
}

/// What cases have in common that are one way.
type Verdicts<'a> = [Option<(VerdictKind, Option<&'a str>)>; 2];

fn verdicts(change: &CaseChange) -> Verdicts<'_> {
    [&change.old, &change.new].map(|outcome| outcome.as_ref().map(|one| (one.verdict, one.cause.as_deref())))
}

/// The changes of `decoder`, those first that deserve attention most, and otherwise in the order of the record.
pub(super) fn folded<'a>(record: &'a DiffRecord, decoder: &'a DecoderDiff) -> Vec<VectorChange<'a>> {
    let mut single: Vec<(Change, usize, usize, usize)> = Vec::new();
    for (number, change) in decoder.changes.iter().enumerate() {
        let cases = change.cases.iter();
        single.extend(cases.map(|case| (change.change, record.cases[case].vector, case, number)));
    }
    single.sort_unstable();
    let mut folded = Vec::new();
    for of_vector in single.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let (change, vector, ..) = of_vector[0];
        let mut ways: Vec<Way<'_>> = Vec::new();
        for (_, _, case, number) in of_vector {
            let (first, recipe) = (&decoder.changes[*number], record.cases[*case].recipe.as_str());
            match ways.iter_mut().find(|way| verdicts(way.first) == verdicts(first)) {
                Some(way) => way.recipes.push(recipe),
                None => ways.push(Way { recipes: vec![recipe], first }),
            }
        }
        ways.sort_by_key(|way| !way.first.is_new_and_failing());
        folded.push(VectorChange { change, vector: &record.vectors[vector], ways });
    }
    // Of what is new, what fails comes first.
    folded.sort_by_key(|one| (one.change, !one.ways[0].first.is_new_and_failing()));
    folded
}

/// How many cases changed in which way: `1 regressed, 2 new`; `new` stands for the words for new ones.
pub(super) fn changed(counts: &Counts, new: &str) -> String {
    let words = |change: Change| (counts.of(change), if change == Change::New { new } else { change.name() });
    listed(Change::CHANGED.map(words))
}

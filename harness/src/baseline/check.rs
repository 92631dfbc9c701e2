//! Whether the cases that a baseline names exist.

use crate::baseline::{Baseline, BaselineError, CasePattern};
use crate::case::Plan;
use illformed_vectors::{Place, Suite};

/// The entries whose case is in none of `suites`: JSON pointers, and what is wrong.
pub fn unknown_cases(baseline: &Baseline, suites: &[&Suite]) -> Vec<(String, String)> {
    let entries = baseline.entries.iter().enumerate();
    let wrong = |(number, case): (usize, &CasePattern)| {
        Some((format!("/entries/{number}/case"), unknown(case, suites)?))
    };
    entries.map(|(number, entry)| (number, &entry.case)).filter_map(wrong).collect()
}

/// The same of the file `name`, which has that `text`, with the places.
pub fn check(baseline: &Baseline, name: &str, text: &str, suites: &[&Suite]) -> Vec<BaselineError> {
    let wrong = |(pointer, reason): (String, String)| {
        let line = baseline.line_in(text, &pointer);
        BaselineError::Wrong { place: Place { file: name.to_owned(), line, pointer }, reason }
    };
    unknown_cases(baseline, suites).into_iter().map(wrong).collect()
}

fn unknown(case: &CasePattern, suites: &[&Suite]) -> Option<String> {
    let id = case.vector().as_str();
    let found: Vec<&Suite> = suites.iter().copied().filter(|suite| suite.vector(id).is_some()).collect();
    if found.is_empty() {
        let tombstones = suites.iter().flat_map(|suite| suite.files()).flat_map(|file| &file.tombstones);
        let buried = tombstones.into_iter().find(|tombstone| tombstone.id.as_str() == id);
        return Some(match buried {
            Some(buried) => format!("{id} was removed in {}: {}", buried.removed_in, buried.why),
            None => format!("no vector {id}"),
        });
    }
    match case {
        CasePattern::One(id) if found.iter().all(|suite| Plan::find(suite, id).is_none()) => {
            Some(format!("no case {id}: the recipe makes nothing of that vector"))
        }
        _ => None,
    }
}

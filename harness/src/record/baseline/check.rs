//! Whether the cases that a baseline names exist.

use crate::record::baseline::lines::Lines;
use crate::record::baseline::{Baseline, BaselineError, CaseDigest, CasePattern, VectorDigest};
use illformed_judge::case::Plan;
use illformed_vectors::{Place, Suite, Tombstone};
use std::collections::HashSet;

/// The entries whose case is not in any of `suites`: JSON pointers, and what is wrong.
pub fn unknown_cases(baseline: &Baseline, suites: &[&Suite]) -> Vec<(String, String)> {
    let entries = baseline.entries.iter().enumerate();
    let wrong = |(number, case): (usize, &CasePattern)| {
        Some((format!("/entries/{number}/case"), unknown(case, suites)?))
    };
    let mut unknown: Vec<_> =
        entries.map(|(number, entry)| (number, &entry.case)).filter_map(wrong).collect();
    if !baseline.sealed.is_empty() {
        unknown.extend(unknown_sealed(baseline, suites));
    }
    unknown
}

/// A sealed entry tells its vector by a digest alone, and its case only to who asks it.
fn unknown_sealed(baseline: &Baseline, suites: &[&Suite]) -> Vec<(String, String)> {
    let files = || suites.iter().flat_map(|suite| suite.files());
    let vectors: HashSet<VectorDigest> =
        files().flat_map(|file| &file.vectors).map(|vector| VectorDigest::of(&vector.id)).collect();
    let buried = |digest: VectorDigest| {
        files().flat_map(|file| &file.tombstones).find(|tombstone| VectorDigest::of(&tombstone.id) == digest)
    };
    let entries =
        baseline.sealed.iter().enumerate().filter(|(_, entry)| !vectors.contains(&entry.case.vector()));
    let wrong = |(number, digest): (usize, CaseDigest)| {
        let what = match buried(digest.vector()) {
            Some(buried) => removed(buried),
            None => format!("no vector has a case of the digest {digest}"),
        };
        (format!("/sealed/{number}/case"), what)
    };
    entries.map(|(number, entry)| wrong((number, entry.case))).collect()
}

fn removed(buried: &Tombstone) -> String {
    format!("{} was removed in {}: {}", buried.id, buried.removed_in, buried.why)
}

/// The same of the file `name`, which has that `text`, with the places.
pub fn check(baseline: &Baseline, name: &str, text: &str, suites: &[&Suite]) -> Vec<BaselineError> {
    let unknown = unknown_cases(baseline, suites);
    if unknown.is_empty() {
        return Vec::new();
    }
    let lines = Lines::of(baseline, text);
    let wrong = |(pointer, reason): (String, String)| {
        let line = lines.line(&pointer);
        BaselineError::Wrong { place: Place { file: name.to_owned(), line, pointer }, reason }
    };
    unknown.into_iter().map(wrong).collect()
}

fn unknown(case: &CasePattern, suites: &[&Suite]) -> Option<String> {
    let id = case.vector().as_str();
    let found: Vec<&Suite> = suites.iter().copied().filter(|suite| suite.vector(id).is_some()).collect();
    if found.is_empty() {
        let tombstones = suites.iter().flat_map(|suite| suite.files()).flat_map(|file| &file.tombstones);
        let buried = tombstones.into_iter().find(|tombstone| tombstone.id.as_str() == id);
        return Some(match buried {
            Some(buried) => removed(buried),
            None => format!("no vector {id}"),
        });
    }
    match case {
        CasePattern::One(id) if found.iter().all(|suite| Plan::find(suite, id).is_none()) => {
            Some(format!("no case {id}: the recipe makes nothing of that vector"))
        }
        CasePattern::Every(vector, kind)
            if !found
                .iter()
                .any(|suite| Plan::derives(suite, vector.as_str(), |recipe| case.covers(recipe))) =>
        {
            Some(format!("no case {case}: no {kind} is derived from that vector"))
        }
        _ => None,
    }
}

//! The failures of a decoder, as entries.

use crate::record::baseline::compare::{Outcome, cases_by_vector, outcomes};
use crate::record::baseline::{CasePattern, Entry};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::case::CaseId;
use illformed_judge::judge::VerdictKind;
use illformed_vectors::VectorId;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// How many different observations one entry may list: more of them are not readable.
const MOST_OBSERVED: usize = 8;

/// The entries that list those of `cases` in which `decoder` fails, for the reason `why`. Where all cases that one kind of
/// recipe makes of a vector are among them and fail by the same verdict, one entry covers them, unless the run asked only a
/// part of the cases of a vector.
pub fn listed(record: &RunRecord, decoder: &DecoderRecord, cases: &[usize], why: &str) -> Vec<Entry> {
    let outcomes = outcomes(decoder);
    let wanted: HashSet<usize> = cases.iter().copied().collect();
    let mut entries = Vec::new();
    for (vector, of_vector) in cases_by_vector(record) {
        let Ok(vector) = vector.parse::<CaseId>().map(|id| id.vector) else { continue };
        let mut by_kind: BTreeMap<Option<CasePattern>, Vec<(usize, &str)>> = BTreeMap::new();
        for (case, recipe) in of_vector {
            let pattern = CasePattern::every(&vector, recipe).filter(|_| !asks_parts_of_vectors(record));
            by_kind.entry(pattern).or_default().push((case, recipe));
        }
        for (pattern, cases) in by_kind {
            let failing: Vec<(&str, VerdictKind, &str)> = cases
                .iter()
                .filter(|(case, _)| wanted.contains(case))
                .filter_map(|(case, recipe)| match outcomes.get(case) {
                    Some(Outcome::Bad { verdict, observed }) => Some((*recipe, *verdict, *observed)),
                    _ => None,
                })
                .collect();
            let whole = failing.len() == cases.len();
            entries.extend(entries_of(&vector, pattern.filter(|_| whole), &failing).into_iter().map(
                |(case, verdict, observed)| Entry {
                    case,
                    profile: decoder.claim.profile.clone(),
                    verdict,
                    observed,
                    why: why.to_owned(),
                },
            ));
        }
    }
    entries
}

/// Case, verdict and observations of each entry.
type Parts = (CasePattern, VerdictKind, Vec<String>);

/// The entries of the failing cases, recipe, verdict and observation each, that one kind of recipe makes of a vector.
fn entries_of(
    vector: &VectorId,
    pattern: Option<CasePattern>,
    failing: &[(&str, VerdictKind, &str)],
) -> Vec<Parts> {
    let verdicts: BTreeSet<VerdictKind> = failing.iter().map(|(_, verdict, _)| *verdict).collect();
    let observed: BTreeSet<&str> = failing.iter().map(|(_, _, observed)| *observed).collect();
    if let (Some(pattern), 2.., [verdict], ..=MOST_OBSERVED) =
        (pattern, failing.len(), Vec::from_iter(verdicts).as_slice(), observed.len())
    {
        let observed = observed.into_iter().map(str::to_owned).collect();
        return vec![(pattern, *verdict, observed)];
    }
    let one = |(recipe, verdict, observed): &(&str, VerdictKind, &str)| {
        Some((CasePattern::one(vector, recipe)?, *verdict, vec![(*observed).to_owned()]))
    };
    failing.iter().filter_map(one).collect()
}

/// Whether a run asked only some of the cases that it derives from a vector: then it says nothing of all of a kind.
pub(super) fn asks_parts_of_vectors(record: &RunRecord) -> bool {
    let parts = |words: &String| {
        let names_cases = words.starts_with("--only ") && words.contains('@');
        names_cases || ["--from ", "--to ", "--smoke"].iter().any(|flag| words.starts_with(flag))
    };
    record.selection.iter().any(parts)
}

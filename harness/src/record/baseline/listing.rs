//! The failures of a decoder, as entries.

use crate::record::baseline::decoder_cases::{DecoderCases, Outcome};
use crate::record::baseline::{CasePattern, Entry};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::case::CaseId;
use illformed_judge::judge::VerdictKind;
use illformed_vectors::VectorId;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// How many different observations one entry may list: more of them are not readable.
const MOST_OBSERVED: usize = 8;

/// The entries that list those of `cases` in which `decoder` fails, for the reason `why`. See
/// [`Baseline::accept`](crate::record::baseline::Baseline::accept).
pub fn listed(record: &RunRecord, decoder: &DecoderRecord, cases: &[usize], why: &str) -> Vec<Entry> {
    DecoderCases::of(record, decoder).listed(cases, why)
}

impl DecoderCases<'_> {
    /// The entries that list those of `wanted` in which the decoder fails, for the reason `why`. Where all cases that one
    /// kind of recipe makes of a vector are among them and fail by the same verdict, one entry covers them, unless the run
    /// asked only a part of the cases of a vector.
    pub(super) fn listed(&self, wanted: &[usize], why: &str) -> Vec<Entry> {
        let wanted: HashSet<usize> = wanted.iter().copied().collect();
        let mut entries = Vec::new();
        for (vector, of_vector) in &self.by_vector {
            let Ok(vector) = vector.parse::<CaseId>().map(|id| id.vector) else { continue };
            let mut by_kind: BTreeMap<Option<CasePattern>, Vec<(usize, &str)>> = BTreeMap::new();
            for (case, recipe) in of_vector {
                let pattern = CasePattern::every(&vector, recipe).filter(|_| !self.asks_parts);
                by_kind.entry(pattern).or_default().push((*case, recipe));
            }
            for (pattern, cases) in by_kind {
                let failing = cases.iter().filter(|(case, _)| wanted.contains(case));
                let failing = failing.filter_map(|(case, recipe)| match self.outcomes.get(case)? {
                    Outcome::Bad { verdict, observed } => Some((*recipe, *verdict, *observed)),
                    Outcome::Pass | Outcome::Unjudged { .. } => None,
                });
                let failing: Vec<(&str, VerdictKind, &str)> = failing.collect();
                let whole = failing.len() == cases.len();
                let parts = entries_of(&vector, pattern.filter(|_| whole), &failing);
                let profile = &self.decoder.claim.profile;
                entries.extend(parts.into_iter().map(|(case, verdict, observed)| Entry {
                    case,
                    profile: profile.clone(),
                    verdict,
                    observed,
                    why: why.to_owned(),
                }));
            }
        }
        entries
    }
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

//! The cases of a run with the outcomes of one decoder.

use crate::record::baseline::accepted::Accepted;
use crate::record::baseline::{CasePattern, Reason};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::judge::{VerdictClass, VerdictKind};
use std::collections::HashMap;

/// How a decoder did in one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome<'a> {
    Pass,
    /// It counts against it.
    Bad {
        verdict: VerdictKind,
        observed: &'a str,
    },
    /// It was not judged.
    Unjudged {
        verdict: VerdictKind,
    },
}

/// The outcome of each case of `decoder`, by the case's number.
fn outcomes(decoder: &DecoderRecord) -> HashMap<usize, Outcome<'_>> {
    let accountable = decoder.accountable();
    let mut outcomes = HashMap::new();
    for group in &accountable.groups {
        let verdict = group.verdict;
        let outcome = match verdict.class() {
            VerdictClass::Right => Outcome::Pass,
            VerdictClass::Unjudged => Outcome::Unjudged { verdict },
            VerdictClass::Wrong | VerdictClass::Broken => Outcome::Bad { verdict, observed: verdict.name() },
        };
        outcomes.extend(group.cases.iter().map(|case| (case, outcome)));
    }
    for group in &accountable.observed {
        for case in group.cases.iter() {
            if let Some(Outcome::Bad { observed, .. }) = outcomes.get_mut(&case) {
                *observed = &group.observed;
            }
        }
    }
    outcomes
}

/// The cases of a record, by vector: numbers and recipes.
pub(super) fn cases_by_vector(record: &RunRecord) -> HashMap<&str, Vec<(usize, &str)>> {
    let mut cases: HashMap<&str, Vec<(usize, &str)>> = HashMap::new();
    for (number, case) in record.cases.iter().enumerate() {
        cases.entry(&record.vectors[case.vector].id).or_default().push((number, &case.recipe));
    }
    cases
}

/// The number of a case, its recipe, and its outcome.
pub(super) type CoveredCase<'a> = (usize, &'a str, Outcome<'a>);

/// The cases of a run with the outcomes of one decoder.
pub(super) struct DecoderCases<'a> {
    pub(super) record: &'a RunRecord,
    pub(super) decoder: &'a DecoderRecord,
    pub(super) outcomes: HashMap<usize, Outcome<'a>>,
    pub(super) by_vector: HashMap<&'a str, Vec<(usize, &'a str)>>,
    /// Whether the run asked only some of the cases that it derives from a vector: then it says nothing of a pattern.
    pub(super) asks_parts: bool,
}

impl<'a> DecoderCases<'a> {
    pub(super) fn of(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Self {
        let parts = |words: &String| {
            let names_cases = words.starts_with("--only ") && words.contains('@');
            names_cases || ["--from ", "--to ", "--smoke"].iter().any(|flag| words.starts_with(flag))
        };
        let asks_parts = record.selection.iter().any(parts);
        Self { record, decoder, outcomes: outcomes(decoder), by_vector: cases_by_vector(record), asks_parts }
    }

    /// The cases of the run that `accepted` is about.
    pub(super) fn covered_by(&self, accepted: &Accepted<'_>) -> Vec<CoveredCase<'a>> {
        self.covered_by_pattern(accepted.case())
    }

    /// The cases of the run that `pattern` covers.
    pub(super) fn covered_by_pattern(&self, pattern: &CasePattern) -> Vec<CoveredCase<'a>> {
        let of_vector = self.by_vector.get(pattern.vector().as_str()).map_or(&[][..], Vec::as_slice);
        let covered = of_vector.iter().filter(|(_, recipe)| pattern.covers(recipe));
        covered.filter_map(|(case, recipe)| Some((*case, *recipe, *self.outcomes.get(case)?))).collect()
    }

    /// Whether `reason` is meant for the decoder and the platform.
    pub(super) fn holds(&self, reason: &Reason) -> bool {
        let platform = &self.record.platform;
        reason.only.holds(&self.decoder.version, &platform.os, &platform.arch)
    }
}

/// The verdicts and observations of those of `covered` that fail.
pub(super) fn failures<'a>(covered: &[CoveredCase<'a>]) -> Vec<(VerdictKind, &'a str)> {
    let failure = |(_, _, outcome): &CoveredCase<'a>| match outcome {
        Outcome::Bad { verdict, observed } => Some((*verdict, *observed)),
        Outcome::Pass | Outcome::Unjudged { .. } => None,
    };
    covered.iter().filter_map(failure).collect()
}

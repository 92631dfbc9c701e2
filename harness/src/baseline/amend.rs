//! A baseline as it should be after a run.

use crate::baseline::compare::{Outcome, cases_by_vector, holds, outcomes};
use crate::baseline::listing::{asks_parts_of_vectors, listed};
use crate::baseline::{Baseline, CasePattern, Entry};
use crate::record::{DecoderRecord, RunRecord};
use std::collections::HashSet;

/// What is amended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amends {
    /// What passes is taken out.
    OnlyFixed,
    /// That, and what fails otherwise is listed as it fails.
    FixedAndChanged,
}

/// A baseline that was amended, and what changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amendment {
    /// What it is now.
    pub baseline: Baseline,
    /// Entries that went.
    pub removed: usize,
    /// Entries that came in the place of others.
    pub added: usize,
}

impl Amendment {
    /// `baseline` after the run `record` of `decoder`. Entries of which no case was asked, or that are meant for another
    /// version or platform, stay; so do patterns if the run asked only a part of the cases of a vector. What fails and is
    /// not listed is not added: somebody has to say why it is accepted.
    pub fn of(record: &RunRecord, decoder: &DecoderRecord, baseline: &Baseline, amends: Amends) -> Self {
        let outcomes = outcomes(decoder);
        let cases = cases_by_vector(record);
        let parts = asks_parts_of_vectors(record);
        let mut amended = Baseline { entries: Vec::new(), ..baseline.clone() };
        let (mut removed, mut added) = (0, 0);
        for entry in &baseline.entries {
            let meant = baseline.reason(entry).is_some_and(|reason| holds(reason, record, decoder));
            let is_pattern = matches!(entry.case, CasePattern::Every(..));
            let of_vector = cases.get(entry.case.vector().as_str()).map_or(&[][..], Vec::as_slice);
            let covered = of_vector.iter().filter(|(_, recipe)| entry.case.covers(recipe));
            let covered: Vec<usize> = covered.map(|(case, _)| *case).collect();
            if !meant || covered.is_empty() || is_pattern && parts {
                amended.entries.push(entry.clone());
                continue;
            }
            let failing =
                covered.iter().filter(|case| matches!(outcomes.get(case), Some(Outcome::Bad { .. })));
            let failing: Vec<usize> = failing.copied().collect();
            let as_listed = |case: &usize| match outcomes.get(case) {
                Some(Outcome::Bad { verdict, observed }) => is_as_listed(entry, decoder, verdict, observed),
                _ => true,
            };
            let rewrites = match amends {
                Amends::OnlyFixed => failing.len() < covered.len(),
                Amends::FixedAndChanged => failing.len() < covered.len() || !failing.iter().all(as_listed),
            };
            if !rewrites {
                amended.entries.push(entry.clone());
                continue;
            }
            removed += 1;
            let mut now = listed(record, decoder, &failing, &entry.why);
            if amends == Amends::OnlyFixed {
                // What fails otherwise than listed stays as listed: it is for somebody to look at.
                for one in &mut now {
                    keep_as_listed(one, entry);
                }
            }
            added += now.len();
            amended.entries.append(&mut now);
        }
        let used: HashSet<String> = amended.entries.iter().map(|entry| entry.why.clone()).collect();
        amended.reasons.retain(|reason| used.contains(&reason.id));
        amended.sort();
        Self { baseline: amended, removed, added }
    }
}

fn is_as_listed(entry: &Entry, decoder: &DecoderRecord, verdict: &str, observed: &str) -> bool {
    entry.profile == decoder.claim.profile
        && entry.verdict == verdict
        && entry.observed.iter().any(|listed| listed == observed)
}

/// Gives `one`, a part of what `entry` covered, what `entry` lists, unless it is among that.
fn keep_as_listed(one: &mut Entry, entry: &Entry) {
    let same = one.profile == entry.profile
        && one.verdict == entry.verdict
        && one.observed.iter().all(|observed| entry.observed.contains(observed));
    if !same {
        *one = Entry { case: one.case.clone(), ..entry.clone() };
    }
}

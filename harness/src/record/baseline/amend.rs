//! A baseline as it should be after a run.

use crate::record::baseline::accepted::Accepted;
use crate::record::baseline::compare::{Outcome, cases_by_vector, holds, outcomes};
use crate::record::baseline::listing::{asks_parts_of_vectors, listed};
use crate::record::baseline::unstable::Unstable;
use crate::record::baseline::{ANY, Baseline, CaseDigest, CasePattern, Day, Entry, SealedEntry};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::judge::VerdictKind;
use std::collections::HashSet;

/// Which entries are amended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amends {
    /// Failures that pass now, and observations that no longer occur, are removed.
    OnlyFixed,
    /// Also what cannot be asked any more is removed, and what fails differently is listed as it fails now.
    FixedAndChanged,
}

/// A baseline that was amended, and what changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amendment {
    /// What it is now.
    pub baseline: Baseline,
    /// Removed entries.
    pub removed: usize,
    /// Entries that replace them.
    pub added: usize,
}

impl Amendment {
    /// `baseline` after the run `record` of `decoder`. Entries with a case that was not judged, or for another version or
    /// platform, stay; so do patterns if the run asked only a part of the cases of a vector. Unlisted failures are not added:
    /// they need a reason.
    pub fn of(record: &RunRecord, decoder: &DecoderRecord, baseline: &Baseline, amends: Amends) -> Self {
        let outcomes = outcomes(decoder);
        let cases = cases_by_vector(record);
        let parts = asks_parts_of_vectors(record);
        let all = Accepted::all(baseline, record);
        let mut amended = Baseline { entries: Vec::new(), ..baseline.clone() };
        let asked: HashSet<CaseDigest> =
            all.iter().filter_map(|(_, accepted)| accepted.sealed_case()).collect();
        amended.sealed.retain(|entry| !asked.contains(&entry.case));
        // A listed case of an unstable decoder may pass by chance.
        let is_unstable = Unstable::of(baseline, record, decoder, &Day::of(record.began_at)).is_some();
        let (mut removed, mut added) = (0, 0);
        for (_, accepted) in &all {
            let meant = baseline.reason(accepted.why()).is_some_and(|reason| holds(reason, record, decoder));
            let is_pattern = matches!(accepted.case(), CasePattern::Every(..));
            let of_vector = cases.get(accepted.case().vector().as_str()).map_or(&[][..], Vec::as_slice);
            let covered = of_vector.iter().filter(|(_, recipe)| accepted.case().covers(recipe));
            let covered: Vec<usize> = covered.map(|(case, _)| *case).collect();
            let unjudged = |case: &usize| match outcomes.get(case) {
                // A case that does not apply to this decoder has no place in its baseline; a declined one may fail still.
                Some(Outcome::Unjudged { verdict }) => amends == Amends::OnlyFixed || may_fail(*verdict),
                _ => false,
            };
            if is_unstable
                || !meant
                || covered.is_empty()
                || is_pattern && parts
                || covered.iter().any(unjudged)
            {
                keep(&mut amended, accepted);
                continue;
            }
            let failing =
                covered.iter().filter(|case| matches!(outcomes.get(case), Some(Outcome::Bad { .. })));
            let failing: Vec<usize> = failing.copied().collect();
            let as_listed = |case: &usize| match outcomes.get(case) {
                Some(Outcome::Bad { verdict, observed }) => {
                    accepted.lists(&decoder.claim.profile, *verdict, observed)
                }
                _ => true,
            };
            let given = failing.iter().filter_map(|case| match outcomes.get(case) {
                Some(Outcome::Bad { verdict, observed }) => Some((*verdict, *observed)),
                _ => None,
            });
            let as_listed = failing.iter().all(as_listed);
            let unseen = accepted.unseen(&decoder.claim.profile, &given.collect::<Vec<_>>());
            let is_fixed = failing.len() < covered.len() || as_listed && !unseen.is_empty();
            let rewrites = is_fixed || amends == Amends::FixedAndChanged && !as_listed;
            if !rewrites {
                keep(&mut amended, accepted);
                continue;
            }
            removed += 1;
            let mut now = listed(record, decoder, &failing, accepted.why());
            for one in &mut now {
                if accepted.lists(&one.profile, one.verdict, ANY) {
                    one.observed = vec![ANY.to_owned()];
                }
            }
            added += now.len();
            // If only fixed failures are removed, a failure that differs from its entry keeps it, for the user to review.
            let stays = amends == Amends::OnlyFixed;
            match accepted {
                Accepted::Open(entry) => {
                    let part = |one| if stays { as_listed_in(entry, one) } else { one };
                    amended.entries.extend(now.into_iter().map(part));
                }
                Accepted::Sealed(entry, _) => {
                    let part = |one| if stays { as_sealed_in(entry, &one) } else { SealedEntry::of(&one) };
                    amended.sealed.extend(now.into_iter().map(part));
                }
            }
        }
        let used: HashSet<String> = amended.whys().map(str::to_owned).collect();
        amended.reasons.retain(|reason| used.contains(&reason.id));
        amended.sort();
        Self { baseline: amended, removed, added }
    }
}

/// Whether a case with that verdict, which was not judged, may fail in another run.
const fn may_fail(unjudged: VerdictKind) -> bool {
    match unjudged {
        VerdictKind::Declined | VerdictKind::NotAsked => true,
        VerdictKind::NotApplicable | VerdictKind::Unspecified | VerdictKind::NoPolicy => false,
        VerdictKind::Pass | VerdictKind::Fail | VerdictKind::WrongReason | VerdictKind::LateError => true,
        VerdictKind::Crashed | VerdictKind::TimedOut | VerdictKind::ProtocolError | VerdictKind::Flaky => {
            true
        }
    }
}

fn keep(amended: &mut Baseline, accepted: &Accepted<'_>) {
    match accepted {
        Accepted::Open(entry) => amended.entries.push((*entry).clone()),
        Accepted::Sealed(entry, _) => amended.sealed.push((*entry).clone()),
    }
}

/// `one`, a part of what `entry` covers, with what `entry` lists, unless it is among that.
fn as_listed_in(entry: &Entry, one: Entry) -> Entry {
    let is_listed = |observed: &String| entry.lists(&one.profile, one.verdict, observed);
    if one.observed.iter().all(is_listed) { one } else { Entry { case: one.case, ..entry.clone() } }
}

/// The same of a sealed entry.
fn as_sealed_in(entry: &SealedEntry, one: &Entry) -> SealedEntry {
    let is_listed = |observed: &String| entry.lists(one.case.vector(), &one.profile, one.verdict, observed);
    if one.observed.iter().all(is_listed) {
        SealedEntry::of(one)
    } else {
        SealedEntry { case: CaseDigest::of(&one.case), ..entry.clone() }
    }
}

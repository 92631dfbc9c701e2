//! A baseline as it should be after a run.

use crate::record::baseline::accepted::Accepted;
use crate::record::baseline::decoder_cases::{CoveredCase, DecoderCases, Outcome, failures};
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
    pub baseline: Baseline,
    /// Removed entries, and groups of accepted causes that were counted again.
    pub removed: usize,
    /// Entries that replace them, and those groups.
    pub added: usize,
}

impl Amendment {
    /// `baseline` after the run `record` of `decoder`. Entries with a case that was not judged, or for another version or
    /// platform, stay; so do patterns if the run asked only a part of the cases of a vector. Unlisted failures are not added:
    /// they need a reason.
    pub fn of(record: &RunRecord, decoder: &DecoderRecord, baseline: &Baseline, amends: Amends) -> Self {
        let cases = DecoderCases::of(record, decoder);
        let profile = &decoder.claim.profile;
        let all = Accepted::all(baseline, record);
        let mut amended = Baseline { entries: Vec::new(), ..baseline.clone() };
        let asked: HashSet<CaseDigest> =
            all.iter().filter_map(|(_, accepted)| accepted.sealed_case()).collect();
        amended.sealed.retain(|entry| !asked.contains(&entry.case));
        // A listed case of an unstable decoder may pass by chance.
        let is_unstable = Unstable::of(baseline, &cases, &Day::of(record.began_at)).is_some();
        let (mut removed, mut added) = (0, 0);
        for (_, accepted) in &all {
            let meant = baseline.reason(accepted.why()).is_some_and(|reason| cases.holds(reason));
            let is_pattern = matches!(accepted.case(), CasePattern::Every(..));
            let covered = cases.covered_by(accepted);
            let is_unjudged = |(_, _, outcome): &CoveredCase<'_>| match outcome {
                // A case that does not apply to this decoder has no place in its baseline; a declined one may fail still.
                Outcome::Unjudged { verdict } => amends == Amends::OnlyFixed || may_fail(*verdict),
                Outcome::Pass | Outcome::Bad { .. } => false,
            };
            let stays = is_unstable || !meant || covered.is_empty() || is_pattern && cases.asks_parts;
            if stays || covered.iter().any(is_unjudged) {
                keep(&mut amended, accepted);
                continue;
            }
            let given = failures(&covered);
            let as_listed =
                given.iter().all(|(verdict, observed)| accepted.lists(profile, *verdict, observed));
            let is_fixed =
                given.len() < covered.len() || as_listed && !accepted.unseen(profile, &given).is_empty();
            if !is_fixed && (amends == Amends::OnlyFixed || as_listed) {
                keep(&mut amended, accepted);
                continue;
            }
            removed += 1;
            let covered: Vec<usize> = covered.iter().map(|(case, ..)| *case).collect();
            let mut now = cases.listed(&covered, accepted.why());
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
        let of_causes = amended.amend_causes(record, decoder, &cases, amends);
        removed += of_causes;
        added += of_causes;
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

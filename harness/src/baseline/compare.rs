//! A decoder's outcomes beside its baseline, both ways.

use crate::baseline::accepted::Accepted;
use crate::baseline::file::values_with_lines;
use crate::baseline::{Baseline, CasePattern, Day, Reason};
use crate::record::{BaselineRecord, DecoderRecord, Deviation, DeviationKind, RunRecord};
use std::collections::{HashMap, HashSet};

/// How a decoder did in one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome<'a> {
    /// As expected.
    Pass,
    /// It counts against it.
    Bad { verdict: &'a str, observed: &'a str },
    /// It was not judged.
    Unjudged { verdict: &'a str },
}

/// The outcome of each case of `decoder`, by the case's number.
pub(super) fn outcomes(decoder: &DecoderRecord) -> HashMap<usize, Outcome<'_>> {
    let accountable = decoder.accountable();
    let mut outcomes = HashMap::new();
    let mut verdicts = HashMap::new();
    for group in accountable.bad() {
        verdicts.extend(group.cases.iter().map(|case| (case, group.verdict.as_str())));
    }
    for group in &accountable.groups {
        let verdict = group.verdict.as_str();
        let outcome = if verdict == "pass" { Outcome::Pass } else { Outcome::Unjudged { verdict } };
        outcomes.extend(group.cases.iter().map(|case| (case, outcome)));
    }
    for (case, verdict) in &verdicts {
        outcomes.insert(*case, Outcome::Bad { verdict, observed: verdict });
    }
    for group in &accountable.observed {
        for case in group.cases.iter() {
            if let Some(verdict) = verdicts.get(&case) {
                outcomes.insert(case, Outcome::Bad { verdict, observed: &group.observed });
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

/// What `baseline`, the file `name` with that `text`, says of `decoder`, which is in `record`. It counts on the day on
/// which the run began. Entries of which no case was asked, or that are meant for another version or platform, say nothing.
pub fn compare(
    record: &RunRecord,
    decoder: &DecoderRecord,
    baseline: &Baseline,
    (name, text): (&str, &str),
    stale_is_error: bool,
) -> BaselineRecord {
    let outcomes = outcomes(decoder);
    let cases = cases_by_vector(record);
    let today = Day::of(record.began_at);
    let lines: HashMap<&str, usize> = values_with_lines(text, "case").collect();
    let place = |accepted: &Accepted<'_>| lines.get(accepted.written_case().as_str()).copied().unwrap_or(1);
    let mut known = Vec::new();
    let mut listed = HashSet::new();
    let mut deviations = Vec::new();
    for (pointer, accepted) in Accepted::all(baseline, record) {
        let reason = baseline.reason(accepted.why()).filter(|reason| holds(reason, record, decoder));
        let Some(reason) = reason else { continue };
        let of_vector = cases.get(accepted.case().vector().as_str()).map_or(&[][..], Vec::as_slice);
        let covered = of_vector.iter().filter(|(_, recipe)| accepted.case().covers(recipe));
        let covered: Vec<(usize, &str)> = covered.copied().collect();
        let mut passing = Vec::new();
        for (case, recipe) in &covered {
            let Some(outcome) = outcomes.get(case) else { continue };
            listed.insert(*case);
            match otherwise(&accepted, reason, &today, decoder, outcome) {
                Otherwise::No => known.push(*case),
                Otherwise::Passes(how) => passing.push((*case, *recipe, how)),
                Otherwise::Deviates(kind, detail) => deviations.push(Deviation {
                    kind,
                    case: Some(*case),
                    entry: accepted.written_case(),
                    line: place(&accepted),
                    pointer: pointer.clone(),
                    detail,
                    patch: patch(&accepted, &decoder.claim.profile, outcome, kind),
                }),
            }
        }
        let fixed = |case: Option<usize>, detail: String, patch: String| Deviation {
            kind: DeviationKind::Fixed,
            case,
            entry: accepted.written_case(),
            line: place(&accepted),
            pointer: pointer.clone(),
            detail,
            patch,
        };
        let all = passing.len() == covered.len();
        if let (CasePattern::Every(..), true, [(_, _, how), others @ ..]) =
            (accepted.case(), all, passing.as_slice())
        {
            let detail = format!("all {} of its cases: {how}", others.len() + 1);
            deviations.push(fixed(None, detail, format!("-{},", accepted.line())));
            continue;
        }
        deviations.extend(passing.into_iter().map(|(case, recipe, how)| match accepted.case() {
            CasePattern::Every(..) => {
                let others = "others that it covers fail: `baseline update` writes them out";
                fixed(Some(case), format!("@{recipe} {how}; {others}"), String::new())
            }
            CasePattern::One(_) => fixed(Some(case), how, format!("-{},", accepted.line())),
        }));
    }
    known.sort_unstable();
    let mut regressed: Vec<usize> = outcomes
        .iter()
        .filter(|(case, outcome)| matches!(outcome, Outcome::Bad { .. }) && !listed.contains(*case))
        .map(|(case, _)| *case)
        .collect();
    regressed.sort_unstable();
    BaselineRecord {
        file: name.to_owned(),
        stale_is_error,
        known: known.into_iter().collect(),
        regressed: regressed.into_iter().collect(),
        deviations,
    }
}

/// Whether `reason` is meant for this decoder, there.
pub(super) fn holds(reason: &Reason, record: &RunRecord, decoder: &DecoderRecord) -> bool {
    reason.only.holds(&decoder.version, &record.platform.os, &record.platform.arch)
}

/// Whether a case is as listed.
enum Otherwise {
    No,
    Passes(String),
    Deviates(DeviationKind, String),
}

fn otherwise(
    accepted: &Accepted<'_>,
    reason: &Reason,
    today: &Day,
    decoder: &DecoderRecord,
    outcome: &Outcome<'_>,
) -> Otherwise {
    let (verdict, observed) = match outcome {
        Outcome::Pass => return Otherwise::Passes("passes".to_owned()),
        Outcome::Unjudged { verdict } => return Otherwise::Passes(format!("is no longer judged: {verdict}")),
        Outcome::Bad { verdict, observed } => (*verdict, *observed),
    };
    let changed = |detail| Otherwise::Deviates(DeviationKind::ChangedWrong, detail);
    if let Some(day) = reason.until.as_ref().filter(|day| *day < today) {
        let detail = format!("still fails, and was accepted until {day}: {}", reason.reason);
        return Otherwise::Deviates(DeviationKind::Expired, detail);
    }
    let profile = &decoder.claim.profile;
    if accepted.lists(profile, verdict, observed) {
        return Otherwise::No;
    }
    let Accepted::Open(entry) = accepted else {
        return changed(format!("fails otherwise than was sealed: {verdict} `{observed}`"));
    };
    let listed = entry.observed.join("` or `");
    changed(if entry.profile != *profile {
        format!("was listed under {}, the decoder claims {profile}", entry.profile)
    } else if entry.verdict != verdict {
        format!("was {} `{listed}`, is {verdict} `{observed}`", entry.verdict)
    } else {
        format!("gave `{listed}`, gives `{observed}`")
    })
}

/// The change of the file that lists an outcome as it is.
fn patch(accepted: &Accepted<'_>, profile: &str, outcome: &Outcome<'_>, kind: DeviationKind) -> String {
    match (outcome, accepted.case(), kind) {
        (Outcome::Bad { verdict, observed }, CasePattern::One(_), DeviationKind::ChangedWrong) => {
            format!("-{},\n+{},", accepted.line(), accepted.relisted(profile, verdict, observed))
        }
        _ => String::new(),
    }
}

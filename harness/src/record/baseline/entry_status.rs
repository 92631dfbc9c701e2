//! The status of an entry: which of its cases are as listed, which pass, and which fail differently.

use crate::record::baseline::accepted::Accepted;
use crate::record::baseline::decoder_cases::{CoveredCase, Outcome, failures};
use crate::record::baseline::{CasePattern, Day, Reason};
use crate::record::run_record::DeviationKind;
use illformed_judge::judge::VerdictKind;

/// The cases of an entry that were in a run, by what came of them.
#[derive(Debug, Default)]
pub(super) struct EntryStatus<'a> {
    /// They fail as listed.
    pub(super) as_listed: Vec<usize>,
    /// They pass: numbers and recipes.
    passing: Vec<(usize, &'a str)>,
    /// They were not judged: numbers and verdicts.
    unjudged: Vec<(usize, VerdictKind)>,
    /// They fail otherwise, or later than is accepted.
    deviating: Vec<(DeviationKind, usize, String, Outcome<'a>)>,
    /// Listed observations that none of them gives.
    unseen: Vec<String>,
}

/// How a deviation is, its case, its detail and its patch.
type Parts = (DeviationKind, Option<usize>, String, String);

/// An entry, and the line of the file on which it stands.
pub(super) struct Written<'a> {
    pub(super) accepted: &'a Accepted<'a>,
    pub(super) line: &'a str,
}

impl Written<'_> {
    /// The line as it stands, with the comma that it has; as it should stand in a file of another form.
    fn removed(&self) -> String {
        let (canonical, stands) = (self.accepted.line(), self.line.trim());
        let is_it = stands.strip_suffix(',').unwrap_or(stands) == canonical;
        if is_it { format!("-{stands}") } else { format!("-{canonical},") }
    }

    /// The change to `line`.
    fn replaced(&self, line: &str) -> String {
        let removed = self.removed();
        let comma = if removed.ends_with(',') { "," } else { "" };
        format!("{removed}\n+{line}{comma}")
    }
}

impl<'a> EntryStatus<'a> {
    /// That of `accepted` for `reason`, of a decoder that claims `profile`, on the day `today`; `covered` are the cases
    /// that it is about: number, recipe and outcome.
    pub(super) fn of(
        accepted: &Accepted<'_>,
        reason: &Reason,
        today: &Day,
        profile: &str,
        covered: &[CoveredCase<'a>],
    ) -> Self {
        let mut entry_status = Self::default();
        for (case, recipe, outcome) in covered {
            match outcome {
                Outcome::Pass => entry_status.passing.push((*case, recipe)),
                Outcome::Unjudged { verdict } => entry_status.unjudged.push((*case, *verdict)),
                Outcome::Bad { verdict, observed } => {
                    match otherwise(accepted, reason, today, profile, (*verdict, observed)) {
                        None => entry_status.as_listed.push(*case),
                        Some((kind, detail)) => entry_status.deviating.push((kind, *case, detail, *outcome)),
                    }
                }
            }
        }
        entry_status.unseen = accepted.unseen(profile, &failures(covered));
        entry_status
    }

    /// Whether all that is listed is as it is listed, but for cases that were not judged.
    pub(super) fn is_as_listed(&self) -> bool {
        self.passing.is_empty() && self.deviating.is_empty()
    }

    /// What is otherwise than listed. A run that asked only a part of the cases of a vector says nothing of a pattern as a
    /// whole.
    pub(super) fn deviations(self, written: &Written<'_>, profile: &str, asks_parts: bool) -> Vec<Parts> {
        let accepted = written.accepted;
        let is_pattern = matches!(accepted.case(), CasePattern::Every(..));
        let is_whole = is_pattern && !asks_parts && self.unjudged.is_empty();
        let mut deviations: Vec<Parts> = self.unseen_ones(written, is_whole).into_iter().collect();
        deviations.extend(self.unjudged_ones(is_pattern));
        let (fails, passing) = (!self.as_listed.is_empty() || !self.deviating.is_empty(), self.passing);
        deviations.extend(self.deviating.into_iter().map(|(kind, case, detail, outcome)| {
            let patch = match (outcome, kind, is_pattern) {
                (Outcome::Bad { verdict, observed }, DeviationKind::ChangedWrong, false) => {
                    written.replaced(&accepted.relisted(profile, verdict, observed))
                }
                _ => String::new(),
            };
            (kind, Some(case), detail, patch)
        }));
        if is_whole && !fails && !passing.is_empty() {
            let detail = format!("all {} of its cases pass", passing.len());
            deviations.push((DeviationKind::Fixed, None, detail, written.removed()));
            return deviations;
        }
        let others = if is_whole {
            "others that it covers fail: `baseline update` writes them out"
        } else {
            "not all that it covers was asked"
        };
        deviations.extend(passing.into_iter().map(|(case, recipe)| {
            let (detail, patch) = if is_pattern {
                (format!("@{recipe} passes; {others}"), String::new())
            } else {
                ("passes".to_owned(), written.removed())
            };
            (DeviationKind::Fixed, Some(case), detail, patch)
        }));
        deviations
    }

    fn unjudged_ones(&self, is_pattern: bool) -> Option<Parts> {
        let (case, verdict) = self.unjudged.first()?;
        let detail = if is_pattern {
            format!("{} of its cases were not judged, the first one: {verdict}", self.unjudged.len())
        } else {
            format!("was not judged: {verdict}")
        };
        Some((DeviationKind::Unjudged, Some(*case), detail, String::new()))
    }

    /// Only what fails in every case, as listed, says that another answer is given no more.
    fn unseen_ones(&self, written: &Written<'_>, is_whole: bool) -> Option<Parts> {
        if self.unseen.is_empty() || !is_whole || !self.is_as_listed() {
            return None;
        }
        let detail = format!("none of its cases gives `{}`", self.unseen.join("` or `"));
        let patch = written.accepted.without(&self.unseen).map(|line| written.replaced(&line));
        Some((DeviationKind::Fixed, None, detail, patch.unwrap_or_default()))
    }
}

/// How a failure is not as listed, if it is not.
fn otherwise(
    accepted: &Accepted<'_>,
    reason: &Reason,
    today: &Day,
    profile: &str,
    (verdict, observed): (VerdictKind, &str),
) -> Option<(DeviationKind, String)> {
    if let Some(day) = reason.until.as_ref().filter(|day| *day < today) {
        let detail = format!("still fails, and was accepted until {day}: {}", reason.reason);
        return Some((DeviationKind::Expired, detail));
    }
    if accepted.lists(profile, verdict, observed) {
        return None;
    }
    let detail = match accepted {
        Accepted::Sealed(..) => format!("fails otherwise than was sealed: {verdict} `{observed}`"),
        Accepted::Open(entry) => {
            let listed = entry.observed.join("` or `");
            if entry.profile != *profile {
                format!("was listed under {}, the decoder claims {profile}", entry.profile)
            } else if entry.verdict != verdict {
                format!("was {} `{listed}`, is {verdict} `{observed}`", entry.verdict)
            } else {
                format!("gave `{listed}`, gives `{observed}`")
            }
        }
    };
    Some((DeviationKind::ChangedWrong, detail))
}

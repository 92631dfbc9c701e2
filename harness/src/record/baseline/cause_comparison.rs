//! What a baseline that accepts causes says of a run.

use crate::record::baseline::cause_cases::CauseCases;
use crate::record::baseline::cause_status::{CauseGroup, CauseStatuses, GroupStatus};
use crate::record::baseline::decoder_cases::DecoderCases;
use crate::record::baseline::lines::values_with_lines;
use crate::record::baseline::{AskedCases, Baseline, CauseEntry, Day};
use crate::record::run_record::{Deviation, DeviationKind};
use std::collections::{BTreeMap, HashSet};

/// The accepted causes of a baseline, compared with a run.
pub(super) struct CauseComparison {
    /// Cases that fail as accepted.
    pub(super) known: Vec<usize>,
    pub(super) deviations: Vec<Deviation>,
}

impl CauseComparison {
    /// Compares the causes of `baseline`, which stands in `text`, on the day `today`. `listed` are the cases that entries
    /// list one by one, `asked` all cases of the run. Of an unstable decoder any number of cases may fail for an accepted cause.
    pub(super) fn of(
        cases: &DecoderCases<'_>,
        baseline: &Baseline,
        (text, today): (&str, &Day),
        listed: &HashSet<usize>,
        asked: &AskedCases,
        is_unstable: bool,
    ) -> Self {
        let mut comparison = Self { known: Vec::new(), deviations: Vec::new() };
        if baseline.causes.is_empty() {
            return comparison;
        }
        let found = CauseCases::of(cases, listed);
        let held = cases.held_causes(baseline);
        let statuses = CauseStatuses::of(cases, baseline, &held, &found, asked);
        let lines: Vec<usize> = values_with_lines(text, "cause").map(|(_, line)| line).collect();
        let mut deviate = |entry: Option<usize>, kind, subject: String, detail| {
            let line = entry.and_then(|entry| lines.get(entry)).copied().unwrap_or(1);
            let pointer = entry.map_or_else(|| "/causes".to_owned(), |entry| format!("/causes/{entry}"));
            let patch = String::new();
            comparison.deviations.push(Deviation {
                kind,
                case: None,
                entry: subject,
                line,
                pointer,
                detail,
                patch,
            });
        };
        for (number, entry) in baseline.causes.iter().enumerate().filter(|(number, _)| !held.contains(number))
        {
            let profile = &cases.decoder.claim.profile;
            if entry.profile != *profile && found.0.contains_key(&entry.cause) {
                let detail = format!("was listed under {}, the decoder claims {profile}", entry.profile);
                deviate(Some(number), DeviationKind::ChangedWrong, entry.cause.name().to_owned(), detail);
            }
        }
        let expired = |entry: &CauseEntry| {
            let reason = baseline.reason(&entry.why)?;
            let day = reason.until.as_ref().filter(|day| *day < today)?;
            Some(format!("still fails, and was accepted until {day}: {}", reason.reason))
        };
        let mut is_told = HashSet::new();
        for group in &statuses.groups {
            let entry = &baseline.causes[group.entry];
            if let Some(detail) = expired(entry) {
                if group.now.cases() > 0 && is_told.insert(group.entry) {
                    deviate(Some(group.entry), DeviationKind::Expired, entry.cause.name().to_owned(), detail);
                }
                continue;
            }
            if is_unstable {
                comparison.known.extend(group.cases.all());
                continue;
            }
            if let Some(detail) = all_fixed(&statuses.groups, group.entry) {
                if is_told.insert(group.entry) {
                    deviate(Some(group.entry), DeviationKind::Fixed, entry.cause.name().to_owned(), detail);
                }
                continue;
            }
            if let Some((kind, detail)) = told(group) {
                let subject = format!("{} in {}", entry.cause, group.then.group);
                deviate(Some(group.entry), kind, subject, detail);
            }
            comparison.known.extend(group.known());
        }
        for (subject, cases) in cases.by_cause_and_group(&statuses.moved) {
            let detail = format!(
                "{cases} of the inputs that failed for an accepted cause are refused now, not exactly"
            );
            deviate(None, DeviationKind::Moved, subject, detail);
        }
        comparison.known.extend(&statuses.moved);
        let then = baseline.asked.as_ref();
        if let Some(then) = then.filter(|then| then.suite != asked.suite && !asked.suite.is_empty()) {
            let now = short(&asked.suite);
            let detail = format!(
                "counted with the suite {}, this is {now}; new cases are not counted",
                short(&then.suite)
            );
            deviate(None, DeviationKind::Outdated, "asked".to_owned(), detail);
        }
        comparison
    }
}

impl DecoderCases<'_> {
    /// The numbers of the entries of `baseline` whose profile and reason are meant for the decoder.
    pub(super) fn held_causes(&self, baseline: &Baseline) -> Vec<usize> {
        let is_held = |entry: &CauseEntry| {
            let reason = baseline.reason(&entry.why);
            entry.profile == self.decoder.claim.profile && reason.is_some_and(|reason| self.holds(reason))
        };
        (0..baseline.causes.len()).filter(|number| is_held(&baseline.causes[*number])).collect()
    }

    /// `moved` by cause and group: `late in surrogate`, and how many.
    fn by_cause_and_group(&self, moved: &[usize]) -> BTreeMap<String, usize> {
        let mut numbers = BTreeMap::new();
        for case in moved {
            let causes = &self.decoder.accountable().causes;
            let cause = causes.iter().find(|cause| cause.cases.contains(*case));
            let group = self.record.vectors[self.record.cases[*case].vector].group();
            let cause = cause.map_or("", |cause| cause.id.name());
            *numbers.entry(format!("{cause} in {group}")).or_default() += 1;
        }
        numbers
    }
}

/// What to say of the entry of that number, if all its groups were asked and pass and there are several.
fn all_fixed(groups: &[CauseGroup], entry: usize) -> Option<String> {
    let of_entry = || groups.iter().filter(|group| group.entry == entry);
    let is_fixed = |group: &CauseGroup| group.status == GroupStatus::Fixed && group.now.cases() == 0;
    let cases: usize = of_entry().map(|group| group.then.cases()).sum();
    let count = of_entry().count();
    (count > 1 && of_entry().all(is_fixed)).then(|| format!("all {cases} cases pass, in {count} groups"))
}

/// What to say of a group that is not as accepted.
fn told(group: &CauseGroup) -> Option<(DeviationKind, String)> {
    let (then, now) = (group.then.cases(), group.now.cases());
    Some(match group.status {
        GroupStatus::AsListed => return None,
        GroupStatus::Fixed if now == 0 && then == 1 => (DeviationKind::Fixed, "its case passes".to_owned()),
        GroupStatus::Fixed if now == 0 => (DeviationKind::Fixed, format!("all {then} cases pass")),
        GroupStatus::Fixed => (DeviationKind::Fixed, format!("{then} cases failed, now {now}")),
        GroupStatus::Moved => (DeviationKind::Moved, moved_detail(group)),
        GroupStatus::Changed => {
            let count = group.now.wrong.count;
            (DeviationKind::ChangedWrong, format!("{count} cases fail as before, with other answers"))
        }
        GroupStatus::Regressed => (DeviationKind::Regressed, regressed_detail(group)),
        GroupStatus::Unjudged => (
            DeviationKind::Unjudged,
            format!("{then} cases failed, now {now}; others of the group were not judged"),
        ),
    })
}

fn regressed_detail(group: &CauseGroup) -> String {
    let (then, now) = (&group.then, &group.now);
    let counts = [
        (now.wrong.count.saturating_sub(then.wrong.count), "with a wrong answer"),
        (now.refused.count.saturating_sub(then.refused.count), "refused, but not exactly"),
    ];
    let more =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} more {what}"));
    format!("{}; {} cases are accepted", more.collect::<Vec<_>>().join(", "), then.cases())
}

fn moved_detail(group: &CauseGroup) -> String {
    let count = group.now.refused.count;
    if group.then.wrong.count > group.now.wrong.count {
        let fewer = group.then.wrong.count - group.now.wrong.count;
        format!("{fewer} inputs that were accepted are refused now, not exactly")
    } else {
        format!("{count} inputs are refused as before, with another offset, length or text")
    }
}

/// The first digits of a digest.
fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

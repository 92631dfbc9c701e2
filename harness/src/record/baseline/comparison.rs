//! The entries of a baseline, compared with the failures of a run group by group.

use crate::record::baseline::failures::Failures;
use crate::record::baseline::group_count::ANY;
use crate::record::baseline::{AskedCases, Baseline, GroupCount};
use crate::record::run_record::{DecoderRecord, DeviationKind, RunRecord};
use illformed_judge::cause::Cause;
use std::collections::BTreeMap;

/// One group of one entry that is meant for the decoder.
pub(super) struct ComparedGroup<'a> {
    pub(super) entry: usize,
    pub(super) cause: Cause,
    pub(super) group: &'a str,
    /// The number of cases that are accepted; 0 if the entry does not list the group.
    pub(super) accepted: usize,
    /// The failing cases of this run.
    pub(super) cases: Vec<usize>,
    pub(super) now: GroupCount,
    /// How that is not as accepted; `None` if it is, as far as this run can tell.
    pub(super) deviation: Option<DeviationKind>,
}

/// A baseline beside a run.
pub(super) struct ComparedBaseline<'a> {
    pub(super) failures: Failures<'a>,
    /// The groups of the entries that are meant for the decoder, in the order of the entries.
    pub(super) groups: Vec<ComparedGroup<'a>>,
    /// The causes that no such entry accepts.
    pub(super) unlisted: Vec<Cause>,
}

impl<'a> ComparedBaseline<'a> {
    /// The entries of `baseline` beside the failures of `decoder`; `asked` are the cases of `record`. Fails, in words, if two
    /// entries accept one cause of the decoder.
    pub(super) fn of(
        record: &'a RunRecord,
        decoder: &'a DecoderRecord,
        baseline: &Baseline,
        asked: &'a AskedCases,
    ) -> Result<Self, String> {
        let failures = Failures::of(record, decoder);
        let mut entries: BTreeMap<Cause, usize> = BTreeMap::new();
        let mut groups = Vec::new();
        for (number, entry) in baseline.entries.iter().enumerate() {
            let is_meant = baseline.reason(&entry.why).is_some_and(|reason| failures.holds(reason));
            let cause = Cause::ALL.into_iter().find(|cause| is_meant && entry.accepts(*cause));
            let Some(cause) = cause else { continue };
            if let Some(first) = entries.insert(cause, number) {
                return Err(format!(
                    "/entries/{first} and /entries/{number} accept the same cause of this decoder; remove one, or restrict its reason with `only`"
                ));
            }
            // A group that the run did not ask says nothing.
            let compared = asked.groups.iter();
            groups.extend(compared.filter_map(|group| of_group(&failures, baseline, (number, cause), group)));
        }
        let causes = failures.by_cause.keys().copied();
        let unlisted = causes.filter(|cause| !entries.contains_key(cause)).collect();
        Ok(Self { failures, groups, unlisted })
    }
}

/// The entry of that number for `cause`, in the group that `asked` counts; `None` if no case of it is accepted or fails.
fn of_group<'a>(
    failures: &Failures<'_>,
    baseline: &Baseline,
    (entry, cause): (usize, Cause),
    asked: &'a GroupCount,
) -> Option<ComparedGroup<'a>> {
    let group = asked.group.as_str();
    let name = baseline.entries[entry].group_name(group);
    let then = baseline.entries[entry].group(&name);
    let cases = failures.cases(cause, group).to_vec();
    if then.is_none() && cases.is_empty() {
        return None;
    }
    let now = failures.count(&name, &cases);
    let asked_then = baseline.asked.as_ref().and_then(|asked| asked.group(group));
    let deviation = deviation(then, &now, (asked_then, asked)).map(|deviation| {
        let is_unknown = deviation == DeviationKind::Fixed && failures.has_unjudged(group);
        if is_unknown { DeviationKind::Unjudged } else { deviation }
    });
    let accepted = then.map_or(0, |then| then.count);
    Some(ComparedGroup { entry, cause, group, accepted, cases, now, deviation })
}

/// How a group is not as accepted of which `then` is accepted and `now` fails; `asked` are the cases that the baseline counts,
/// and those of this run.
fn deviation(
    then: Option<&GroupCount>,
    now: &GroupCount,
    (asked_then, asked_now): (Option<&GroupCount>, &GroupCount),
) -> Option<DeviationKind> {
    let accepted = then.map_or(0, |then| then.count);
    // Cases that the baseline does not count, of a newer suite or with `--deep`, may fail for an accepted cause.
    let may_be_new = asked_now.count.saturating_sub(asked_then.map_or(0, |asked| asked.count));
    if now.count > accepted + may_be_new {
        Some(DeviationKind::Regressed)
    } else if asked_then != Some(asked_now) {
        None
    } else if now.count < accepted {
        Some(DeviationKind::Fixed)
    } else {
        let other = then.is_some_and(|then| then.digest != ANY && then.digest != now.digest);
        other.then_some(DeviationKind::ChangedWrong)
    }
}

#[cfg(test)]
mod tests {
    use super::deviation;
    use crate::record::baseline::GroupCount;
    use crate::record::run_record::DeviationKind;

    fn count(lines: &[&str]) -> GroupCount {
        GroupCount::of("a", lines.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_group_regresses_by_number_and_changes_by_answer() {
        let then = count(&["a", "b"]);
        let any = then.clone().or_any(true);
        let table = [
            ("as before", Some(&then), count(&["b", "a"]), None),
            ("one more", Some(&then), count(&["a", "b", "c"]), Some(DeviationKind::Regressed)),
            ("another answer", Some(&then), count(&["a", "c"]), Some(DeviationKind::ChangedWrong)),
            ("another answer, where any is accepted", Some(&any), count(&["a", "c"]), None),
            ("one passes", Some(&then), count(&["a"]), Some(DeviationKind::Fixed)),
            ("all pass", Some(&then), count(&[]), Some(DeviationKind::Fixed)),
            ("a group that is not listed", None, count(&["a"]), Some(DeviationKind::Regressed)),
        ];
        let (asked, fewer, other) = (count(&["1", "2", "3"]), count(&["1", "2"]), count(&["1", "2", "4"]));
        for (name, then, now, wanted) in table {
            assert_eq!(deviation(then, &now, (Some(&asked), &asked)), wanted, "{name}");
            // Of other cases only the numbers say something.
            let loose = if wanted == Some(DeviationKind::Regressed) { wanted } else { None };
            assert_eq!(deviation(then, &now, (Some(&other), &asked)), loose, "{name}");
            assert_eq!(deviation(then, &now, (Some(&fewer), &asked)), None, "{name}, and one case is new");
        }
    }
}

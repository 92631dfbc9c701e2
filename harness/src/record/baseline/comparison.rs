//! The entries of a baseline, compared with the failures of a run group by group.

use crate::record::baseline::failures::Failures;
use crate::record::baseline::{AskedCases, Baseline, GroupCount};
use illformed_judge::cause::Cause;

/// What became of an accepted cause in one group of vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupStatus {
    /// As accepted, as far as this run can tell.
    AsListed,
    /// Fewer cases fail, or none.
    Fixed,
    /// As many cases fail, with other answers.
    Changed,
    /// More cases fail.
    Regressed,
    /// Fewer cases fail, and some were not judged.
    Unjudged,
}

/// One group of one entry that is meant for the decoder.
pub(super) struct ComparedGroup<'a> {
    /// The number of the entry in the baseline.
    pub(super) entry: usize,
    pub(super) cause: Cause,
    pub(super) group: &'a str,
    /// The number of cases that are accepted; 0 if the entry does not list the group.
    pub(super) accepted: usize,
    /// The failing cases of this run.
    pub(super) cases: Vec<usize>,
    /// Their count.
    pub(super) now: GroupCount,
    pub(super) status: GroupStatus,
}

/// A baseline beside a run.
pub(super) struct ComparedBaseline<'a> {
    /// The groups of the entries that are meant for the decoder, in the order of the entries.
    pub(super) groups: Vec<ComparedGroup<'a>>,
    /// The causes that no such entry accepts.
    pub(super) unlisted: Vec<Cause>,
}

impl<'a> ComparedBaseline<'a> {
    /// The entries of `baseline` beside `failures`; `asked` are the cases of the run. Fails, in words, if two entries accept one
    /// cause of the decoder.
    pub(super) fn of(
        failures: &Failures<'_>,
        baseline: &Baseline,
        asked: &'a AskedCases,
    ) -> Result<Self, String> {
        let mut comparison = Self { groups: Vec::new(), unlisted: Vec::new() };
        let is_meant = |why: &str| baseline.reason(why).is_some_and(|reason| failures.holds(reason));
        let meant: Vec<usize> =
            (0..baseline.entries.len()).filter(|number| is_meant(&baseline.entries[*number].why)).collect();
        for (place, second) in meant.iter().enumerate() {
            let digest = |number: usize| baseline.entries[number].cause.digest();
            if let Some(first) = meant[..place].iter().find(|first| digest(**first) == digest(*second)) {
                return Err(format!(
                    "/entries/{first} and /entries/{second} accept the same cause of this decoder; remove one, or restrict its reason with `only`"
                ));
            }
        }
        for number in &meant {
            let accepted = baseline.entries[*number].cause;
            let Some(cause) = Cause::ALL.into_iter().find(|cause| accepted.is(*cause)) else { continue };
            // A group that the run did not ask says nothing.
            let groups = asked.groups.iter();
            comparison
                .groups
                .extend(groups.filter_map(|group| of_group(failures, baseline, (*number, cause), group)));
        }
        let is_accepted =
            |cause: &Cause| meant.iter().any(|number| baseline.entries[*number].cause.is(*cause));
        comparison.unlisted = failures.by_cause.keys().copied().filter(|cause| !is_accepted(cause)).collect();
        Ok(comparison)
    }

    /// The groups of the entry of that number.
    pub(super) fn of_entry(&self, number: usize) -> impl Iterator<Item = &ComparedGroup<'a>> {
        self.groups.iter().filter(move |group| group.entry == number)
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
    let name = baseline.entries[entry].cause.group_name(group);
    let then = baseline.entries[entry].group(&name);
    let cases = failures.cases(cause, group).to_vec();
    if then.is_none() && cases.is_empty() {
        return None;
    }
    let now = failures.count(&name, &cases);
    let asked_then = baseline.asked.as_ref().and_then(|asked| asked.group(group));
    let status = match status(then, &now, (asked_then, asked)) {
        GroupStatus::Fixed if failures.has_unjudged(group) => GroupStatus::Unjudged,
        status => status,
    };
    Some(ComparedGroup {
        entry,
        cause,
        group,
        accepted: then.map_or(0, |then| then.count),
        cases,
        now,
        status,
    })
}

/// The status of a group of which `then` is accepted and `now` fails; `asked` are the cases that the baseline counts, and
/// those of this run.
fn status(
    then: Option<&GroupCount>,
    now: &GroupCount,
    (asked_then, asked_now): (Option<&GroupCount>, &GroupCount),
) -> GroupStatus {
    let accepted = then.map_or(0, |then| then.count);
    let is_same = asked_then == Some(asked_now);
    // Cases that the baseline does not count, of a newer suite or with `--deep`, may fail for an accepted cause.
    let may_be_new = asked_now.count.saturating_sub(asked_then.map_or(0, |asked| asked.count));
    if now.count > accepted + may_be_new {
        GroupStatus::Regressed
    } else if !is_same {
        GroupStatus::AsListed
    } else if now.count < accepted {
        GroupStatus::Fixed
    } else if then.is_some_and(|then| then.digest.is_some() && then.digest != now.digest) {
        GroupStatus::Changed
    } else {
        GroupStatus::AsListed
    }
}

#[cfg(test)]
mod tests {
    use super::{GroupStatus, status};
    use crate::record::baseline::GroupCount;

    fn count(lines: &[&str]) -> GroupCount {
        GroupCount::of("a", lines.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_group_regresses_by_number_and_changes_by_answer() {
        let then = count(&["a", "b"]);
        let any = GroupCount { digest: None, ..then.clone() };
        let table = [
            ("as before", Some(&then), count(&["b", "a"]), GroupStatus::AsListed),
            ("one more", Some(&then), count(&["a", "b", "c"]), GroupStatus::Regressed),
            ("another answer", Some(&then), count(&["a", "c"]), GroupStatus::Changed),
            ("another answer, where any is accepted", Some(&any), count(&["a", "c"]), GroupStatus::AsListed),
            ("one passes", Some(&then), count(&["a"]), GroupStatus::Fixed),
            ("all pass", Some(&then), count(&[]), GroupStatus::Fixed),
            ("a group that is not listed", None, count(&["a"]), GroupStatus::Regressed),
        ];
        let (asked, fewer, other) = (count(&["1", "2", "3"]), count(&["1", "2"]), count(&["1", "2", "4"]));
        for (name, then, now, wanted) in table {
            assert_eq!(status(then, &now, (Some(&asked), &asked)), wanted, "{name}");
            // Of other cases only the numbers say something.
            let loose = if wanted == GroupStatus::Regressed { wanted } else { GroupStatus::AsListed };
            assert_eq!(status(then, &now, (Some(&other), &asked)), loose, "{name}");
            assert_eq!(
                status(then, &now, (Some(&fewer), &asked)),
                GroupStatus::AsListed,
                "{name}, and one case is new"
            );
        }
    }
}

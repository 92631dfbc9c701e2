//! What became of accepted causes: a run's failing cases, by cause and group, against the counts of a baseline.

use crate::record::baseline::cause_cases::{CauseCases, GroupCases};
use crate::record::baseline::decoder_cases::DecoderCases;
use crate::record::baseline::{AskedCases, Baseline, CauseEntry, GroupEntry};
use illformed_judge::cause::Cause;
use std::collections::{BTreeMap, BTreeSet};

/// What became of the cases of an accepted cause in one group of vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupStatus {
    /// As accepted, as far as this run can tell.
    AsListed,
    /// Fewer cases fail, or none.
    Fixed,
    /// As many inputs are refused as before, with another offset, length or text; or what was accepted is refused now.
    Moved,
    /// As many cases fail, with other answers.
    Changed,
    /// More cases fail.
    Regressed,
    /// Fewer cases fail, and some were not judged.
    Unjudged,
}

/// One group of one accepted cause.
pub(super) struct CauseGroup {
    /// The number of the entry in the baseline.
    pub(super) entry: usize,
    pub(super) status: GroupStatus,
    /// What is accepted.
    pub(super) then: GroupEntry,
    /// What fails in this run.
    pub(super) now: GroupEntry,
    /// The failing cases of this run.
    pub(super) cases: GroupCases,
}

impl CauseGroup {
    /// The failing cases that are accepted. If more fail than were accepted, the numbers do not tell which are new: then it
    /// is as many as were accepted, the first of them.
    pub(super) fn known(&self) -> Vec<usize> {
        let GroupCases { wrong, refused } = &self.cases;
        match self.status {
            GroupStatus::Changed => Vec::new(),
            GroupStatus::Regressed => {
                let known = wrong.iter().take(self.then.wrong.count);
                known.chain(refused.iter().take(self.then.refused.count)).copied().collect()
            }
            GroupStatus::AsListed | GroupStatus::Fixed | GroupStatus::Moved | GroupStatus::Unjudged => {
                self.cases.all().collect()
            }
        }
    }
}

/// The accepted causes of one decoder in one run.
pub(super) struct CauseStatuses {
    pub(super) groups: Vec<CauseGroup>,
    /// Cases with a cause that is not accepted, in which ill-formed input is refused, if at least as many cases of their group
    /// were fixed: a decoder that is fixed in part refuses at another place.
    pub(super) moved: Vec<usize>,
}

impl CauseStatuses {
    /// The entries with the numbers `held` of `baseline`, against `found`; `asked` are the cases of the run.
    pub(super) fn of(
        cases: &DecoderCases<'_>,
        baseline: &Baseline,
        held: &[usize],
        found: &CauseCases,
        asked: &AskedCases,
    ) -> Self {
        let then = baseline.asked.clone().unwrap_or_default();
        let mut fixed: BTreeMap<String, usize> = BTreeMap::new();
        let mut groups = Vec::new();
        for number in held {
            let entry = &baseline.causes[*number];
            for group in group_names(entry, found) {
                // A group that the run did not ask says nothing.
                let Some(asked_now) = asked.groups.get(&group) else { continue };
                let is_same = then.groups.get(&group) == Some(asked_now);
                let group_cases = found.group(entry.cause, &group);
                let one = CauseGroup {
                    entry: *number,
                    status: GroupStatus::AsListed,
                    then: entry.group(&group),
                    now: cases.counted(&group, &group_cases, false),
                    cases: group_cases,
                };
                if is_same {
                    *fixed.entry(group.clone()).or_default() += fewer(&one.then, &one.now);
                }
                groups.push((one, is_same));
            }
        }
        for (one, is_same) in &mut groups {
            let may_be_new = then.new_in(asked, &one.then.group);
            let fixed = fixed.entry(one.then.group.clone()).or_default();
            one.status = status(one, *is_same, may_be_new, fixed);
            if one.status == GroupStatus::Fixed && cases.unjudged_in(&one.then.group) > 0 {
                one.status = GroupStatus::Unjudged;
            }
        }
        let accepted: BTreeSet<Cause> = held.iter().map(|number| baseline.causes[*number].cause).collect();
        let others = found.0.iter().filter(|(cause, _)| !accepted.contains(cause));
        let mut moved = Vec::new();
        for (group, group_cases) in others.flat_map(|(_, groups)| groups) {
            let fixed = fixed.entry(group.clone()).or_default();
            if let Some(left) = fixed.checked_sub(group_cases.refused.len()) {
                *fixed = left;
                moved.extend(&group_cases.refused);
            }
        }
        let groups = groups.into_iter().map(|(one, _)| one).collect();
        Self { groups, moved }
    }
}

/// How many cases fewer fail now.
const fn fewer(then: &GroupEntry, now: &GroupEntry) -> usize {
    then.cases().saturating_sub(now.cases())
}

/// The groups of an accepted cause, of the baseline and of the run.
fn group_names(entry: &CauseEntry, found: &CauseCases) -> BTreeSet<String> {
    let listed = entry.groups.iter().map(|group| group.group.clone());
    listed.chain(found.0.get(&entry.cause).into_iter().flat_map(|groups| groups.keys().cloned())).collect()
}

/// The status of `one`. `is_same` says whether the run asked the cases that the baseline counts, `new` how many of the run's
/// cases may fail because they are new, and `fixed` how many cases of the group fail no longer, less those that moved.
fn status(one: &CauseGroup, is_same: bool, new: usize, fixed: &mut usize) -> GroupStatus {
    let (then, now) = (&one.then, &one.now);
    if now.wrong.count > then.wrong.count + new {
        return GroupStatus::Regressed;
    }
    let refused_instead = then.wrong.count.saturating_sub(now.wrong.count);
    let more = now.refused.count.saturating_sub(then.refused.count + refused_instead + new);
    match fixed.checked_sub(more) {
        Some(left) => *fixed = left,
        None => return GroupStatus::Regressed,
    }
    if !is_same {
        GroupStatus::AsListed
    } else if now.wrong.count == then.wrong.count && !then.wrong.holds(&now.wrong) {
        GroupStatus::Changed
    } else if fewer(then, now) > 0 {
        GroupStatus::Fixed
    } else if then.wrong.holds(&now.wrong) && then.refused.holds(&now.refused) {
        GroupStatus::AsListed
    } else {
        GroupStatus::Moved
    }
}

#[cfg(test)]
mod tests {
    use super::{CauseGroup, GroupCases, GroupStatus, status};
    use crate::record::baseline::{Counted, GroupEntry};

    fn group(wrong: &[&str], refused: &[&str]) -> GroupEntry {
        let counted = |lines: &[&str]| Counted::of(lines.iter().map(ToString::to_string));
        GroupEntry { group: "a".to_owned(), wrong: counted(wrong), refused: counted(refused) }
    }

    #[test]
    fn a_group_regresses_by_number_changes_by_answer_and_moves_by_offset() {
        let then = group(&["a", "b"], &["c", "d"]);
        let any = GroupEntry { wrong: Counted { digest: None, ..then.wrong }, ..then.clone() };
        let table = [
            ("as before", &then, group(&["b", "a"], &["c", "d"]), GroupStatus::AsListed),
            ("one more is accepted", &then, group(&["a", "b", "e"], &["c"]), GroupStatus::Regressed),
            (
                "one more is refused wrongly",
                &then,
                group(&["a", "b"], &["c", "d", "e"]),
                GroupStatus::Regressed,
            ),
            ("another answer", &then, group(&["a", "e"], &["c", "d"]), GroupStatus::Changed),
            (
                "another answer, where any is accepted",
                &any,
                group(&["a", "e"], &["c", "d"]),
                GroupStatus::AsListed,
            ),
            ("another offset", &then, group(&["a", "b"], &["c", "e"]), GroupStatus::Moved),
            ("refused now", &then, group(&["a"], &["b", "c", "d"]), GroupStatus::Moved),
            ("one passes", &then, group(&["a"], &["c", "d"]), GroupStatus::Fixed),
            ("all pass", &then, group(&[], &[]), GroupStatus::Fixed),
        ];
        for (name, then, now, wanted) in table {
            let one = CauseGroup {
                entry: 0,
                status: GroupStatus::AsListed,
                then: then.clone(),
                now,
                cases: GroupCases::default(),
            };
            assert_eq!(status(&one, true, 0, &mut 0), wanted, "{name}");
            // Of other cases only the numbers say something.
            let loose = if wanted == GroupStatus::Regressed { wanted } else { GroupStatus::AsListed };
            assert_eq!(status(&one, false, 0, &mut 0), loose, "{name}");
            assert_eq!(status(&one, false, 1, &mut 0), GroupStatus::AsListed, "{name}, and one case is new");
        }
    }

    #[test]
    fn a_refused_input_of_another_cause_is_moved_as_far_as_cases_were_fixed() {
        let one = CauseGroup {
            entry: 0,
            status: GroupStatus::AsListed,
            then: group(&[], &["a"]),
            now: group(&[], &["a", "b", "c"]),
            cases: GroupCases::default(),
        };
        let mut fixed = 2;
        assert_eq!(status(&one, true, 0, &mut fixed), GroupStatus::Moved);
        assert_eq!(fixed, 0);
        assert_eq!(status(&one, true, 0, &mut 1), GroupStatus::Regressed);
    }
}

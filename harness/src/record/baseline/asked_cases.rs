//! The cases that a run asked: what the counts of a baseline refer to.

use crate::record::baseline::GroupCount;
use crate::record::run_record::{DecoderRecord, RunRecord, SWEEP_GROUP, SweepRecord};
use illformed_judge::case::Plan;
use illformed_vectors::Suite;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

/// The options that decide which cases are asked; others select decoders, or limit them.
const SELECTS_CASES: [&str; 8] =
    ["--security", "--smoke", "--only", "--from", "--to", "--deep", "--guard", "--suite"];

/// The cases that a run asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with the cases that were asked")]
pub struct AskedCases {
    /// The digest of the suite, as the run's record has it.
    pub suite: String,
    /// The options of the run that selected cases, as its record has them.
    pub selection: Vec<String>,
    /// The number of cases of each group of vectors, with a digest of their ids in the order of the run, sorted by name.
    pub groups: Vec<GroupCount>,
}

impl AskedCases {
    pub fn of(record: &RunRecord) -> Self {
        let mut ids: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for case in 0..record.cases.len() {
            ids.entry(record.group(case)).or_default().push(record.case_id(case));
        }
        let groups = ids.into_iter().map(|(group, ids)| GroupCount::in_order(group, &ids)).collect();
        let selects_cases = |words: &&String| SELECTS_CASES.iter().any(|flag| words.starts_with(flag));
        let selection = record.selection.iter().filter(selects_cases).cloned().collect();
        Self { suite: record.suite.digest.clone(), selection, groups }
    }

    /// The same for `decoder`, which may have been swept: what its sweeps found is a part of what they asked.
    pub(super) fn with_sweeps(&self, decoder: &DecoderRecord) -> Self {
        let mut all = self.clone();
        if let Some(swept) = &decoder.swept {
            let family = |one: &SweepRecord| format!("{} {} {}", one.name, one.inputs, one.is_whole);
            let families = GroupCount::of(SWEEP_GROUP, swept.sweeps.iter().map(family).collect());
            // A count in a file is at most that.
            let count = swept.inputs().clamp(1, u32::MAX.into()) as usize;
            all.groups.retain(|one| one.group != SWEEP_GROUP);
            all.groups.push(GroupCount { count, ..families });
            all.groups.sort_by(|one, other| one.group.cmp(&other.group));
        }
        all
    }

    /// Whether the same options ask other cases `now`: those of another suite, or what another version derives from this one.
    /// What a sweep found is no part of either.
    pub(super) fn is_older(&self, now: &Self) -> bool {
        let derived = |asked: &Self| -> Vec<GroupCount> {
            asked.groups.iter().filter(|one| one.group != SWEEP_GROUP).cloned().collect()
        };
        self.selection == now.selection && (self.suite != now.suite || derived(self) != derived(now))
    }

    /// Whether other families of inputs are swept `now`, if any is.
    pub(super) fn is_swept_otherwise(&self, now: &Self) -> bool {
        let swept = now.group(SWEEP_GROUP);
        swept.is_some() && swept != self.group(SWEEP_GROUP)
    }

    /// Whether both are the same cases, what sweeps found apart.
    pub(super) fn is_same(&self, now: &Self) -> bool {
        self.selection == now.selection && !self.is_older(now)
    }

    /// How many cases `now` has more than these, group by group: so many failures for an accepted cause are forgiven.
    pub(super) fn more(&self, now: &Self) -> usize {
        let vectors = now.groups.iter().filter(|one| one.group != SWEEP_GROUP);
        let before = |one: &GroupCount| self.group(&one.group).map_or(0, |asked| asked.count);
        vectors.map(|one| one.count.saturating_sub(before(one))).sum()
    }

    /// The place of the case `id` among `asked`, which [`AskedCases::is_known`].
    pub(super) fn place(asked: &GroupCount, id: &str) -> Option<usize> {
        whole_groups().get(&asked.group)?.places.get(id).copied()
    }

    /// Whether `asked` is what a run of this version asks of the group without a selection.
    pub(super) fn is_known(asked: &GroupCount) -> bool {
        whole_groups().get(&asked.group).is_some_and(|group| group.count == *asked)
    }

    pub(super) fn group(&self, group: &str) -> Option<&GroupCount> {
        self.groups.iter().find(|asked| asked.group == group)
    }
}

/// A group of vectors, and the place of each of its cases by id.
struct WholeGroup {
    count: GroupCount,
    places: HashMap<String, usize>,
}

/// What a run of this version asks of each group without a selection.
fn whole_groups() -> &'static HashMap<String, WholeGroup> {
    static GROUPS: OnceLock<HashMap<String, WholeGroup>> = OnceLock::new();
    GROUPS.get_or_init(|| {
        let mut ids: HashMap<&str, Vec<String>> = HashMap::new();
        let plan = Plan::everything(Suite::embedded());
        for case in &plan.cases {
            ids.entry(case.vector.id.group()).or_default().push(case.id.to_string());
        }
        let group = |(group, ids): (&str, Vec<String>)| {
            let count = GroupCount::in_order(group, &ids);
            let places = ids.into_iter().enumerate().map(|(place, id)| (id, place)).collect();
            (group.to_owned(), WholeGroup { count, places })
        };
        ids.into_iter().map(group).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_sweep_found_makes_no_other_cases() {
        let asked = |groups: &[(&str, &str)], selection: &str| AskedCases {
            selection: vec![selection.to_owned()],
            groups: groups.iter().map(|(group, id)| GroupCount::of(group, vec![(*id).to_owned()])).collect(),
            ..AskedCases::default()
        };
        let then = asked(&[("overlong", "nul"), (SWEEP_GROUP, "c080")], "--deep");
        for (now, is_same) in [
            (asked(&[("overlong", "nul"), (SWEEP_GROUP, "eda080")], "--deep"), true),
            (asked(&[("overlong", "nul")], "--deep"), true),
            (asked(&[("overlong", "del")], "--deep"), false),
            (asked(&[("overlong", "nul")], "--smoke"), false),
        ] {
            assert_eq!(then.is_same(&now), is_same, "{now:?}");
        }
    }
}

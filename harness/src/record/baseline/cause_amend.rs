//! Accepted causes as they should be after a run.

use crate::record::baseline::cause_cases::CauseCases;
use crate::record::baseline::cause_status::{CauseStatuses, GroupStatus};
use crate::record::baseline::decoder_cases::DecoderCases;
use crate::record::baseline::{Amends, AskedCases, Baseline, CauseEntry, Counted, GroupEntry};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::Cause;
use std::collections::BTreeSet;

impl Baseline {
    /// Counts the groups of accepted causes again whose cases were fixed or moved, and, if `amends` says so, those that
    /// fail differently. Returns how many. Groups with more failures stay as they are, and everything does if the run selects other
    /// cases than the baseline counts.
    pub(super) fn amend_causes(
        &mut self,
        record: &RunRecord,
        decoder: &DecoderRecord,
        cases: &DecoderCases<'_>,
        amends: Amends,
    ) -> usize {
        let Some(then) = self.asked.clone() else { return 0 };
        let asked = AskedCases::of(record);
        let is_newer = then.suite != asked.suite && then.selection == asked.selection;
        if self.unstable.is_some()
            || then.selection != asked.selection
            || then.suite == asked.suite && then != asked
        {
            return 0;
        }
        let found = CauseCases::of(cases, &cases.listed_one_by_one(self));
        let held = cases.held_causes(self);
        let statuses = CauseStatuses::of(cases, self, &held, &found, &asked);
        let mut fixed_for: Vec<(String, String)> = Vec::new();
        let mut amended = 0;
        for group in &statuses.groups {
            let is_amended = match group.status {
                GroupStatus::Fixed | GroupStatus::Moved => true,
                GroupStatus::Changed => amends == Amends::FixedAndChanged,
                // A newer suite is counted anew.
                GroupStatus::AsListed => is_newer,
                GroupStatus::Regressed | GroupStatus::Unjudged => false,
            };
            if !is_amended || group.then == group.now {
                continue;
            }
            let entry = &mut self.causes[group.entry];
            if group.status == GroupStatus::Fixed {
                fixed_for.push((group.then.group.clone(), entry.why.clone()));
            }
            entry.count_again(&group.then.group, group.now.clone());
            amended += 1;
        }
        amended += self.add_moved(decoder, cases, (&found, &statuses.moved), &fixed_for);
        self.causes.retain(|entry| !entry.groups.is_empty());
        if self.causes.is_empty() {
            self.asked = None;
        } else if is_newer && !statuses.groups.iter().any(|group| group.status == GroupStatus::Regressed) {
            self.asked = Some(asked);
            amended = amended.max(1);
        }
        amended
    }

    /// Accepts the cases `moved`, whose causes are new here, for the reason for which the fixed ones of their group were
    /// accepted.
    fn add_moved(
        &mut self,
        decoder: &DecoderRecord,
        cases: &DecoderCases<'_>,
        (found, moved): (&CauseCases, &[usize]),
        fixed_for: &[(String, String)],
    ) -> usize {
        let mut added = 0;
        let causes: BTreeSet<Cause> = found.0.keys().copied().collect();
        for (cause, (group, why)) in
            causes.iter().flat_map(|cause| fixed_for.iter().map(move |fixed| (*cause, fixed)))
        {
            let mut group_cases = found.group(cause, group);
            group_cases.wrong.clear();
            group_cases.refused.retain(|case| moved.contains(case));
            if group_cases.refused.is_empty() {
                continue;
            }
            let now = cases.counted(group, &group_cases, false);
            let profile = &decoder.claim.profile;
            let known =
                self.causes.iter().position(|entry| entry.cause == cause && entry.profile == *profile);
            let number = known.unwrap_or_else(|| {
                let (profile, why) = (profile.clone(), why.clone());
                self.causes.push(CauseEntry { cause, profile, why, groups: Vec::new() });
                self.causes.len() - 1
            });
            self.causes[number].count_again(group, now);
            added += 1;
        }
        added
    }
}

impl CauseEntry {
    /// Puts `now` in the place of what is accepted of the group. Where any answer was accepted, any still is.
    fn count_again(&mut self, group: &str, mut now: GroupEntry) {
        if self.accepts_any() {
            let any = |counted: Counted| Counted { digest: None, ..counted };
            (now.wrong, now.refused) = (any(now.wrong), any(now.refused));
        }
        self.groups.retain(|one| one.group != group);
        if now.cases() > 0 {
            self.groups.push(now);
            self.groups.sort_by(|one, other| one.group.cmp(&other.group));
        }
    }
}

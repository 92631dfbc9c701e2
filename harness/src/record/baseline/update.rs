//! A baseline as it should be after a run.

use crate::record::baseline::comparison::{ComparedBaseline, GroupStatus};
use crate::record::baseline::failures::Failures;
use crate::record::baseline::{AskedCases, Baseline, GroupCount};
use crate::record::run_record::{DecoderRecord, RunRecord};
use std::collections::BTreeSet;

impl Baseline {
    /// Counts the groups anew of which fewer cases fail, those of a newer suite, and, unless `only_fixed`, those that fail with
    /// other answers; removes entries and reasons that nothing is left of. Returns the number of groups that changed. Groups
    /// with more failures stay as they are. Everything does if the run selects other cases than the baseline counts, or the
    /// decoder is unstable.
    pub fn update(
        &mut self,
        record: &RunRecord,
        decoder: &DecoderRecord,
        only_fixed: bool,
    ) -> Result<usize, String> {
        let Some(then) = &self.asked else { return Ok(0) };
        let asked = AskedCases::of(record);
        let is_newer = then.suite != asked.suite;
        if self.unstable.is_some() || then.selection != asked.selection || !is_newer && *then != asked {
            return Ok(0);
        }
        let failures = Failures::of(record, decoder);
        let comparison = ComparedBaseline::of(&failures, self, &asked)?;
        let mut updated = 0;
        for group in &comparison.groups {
            let is_counted_anew = match group.status {
                GroupStatus::Fixed => true,
                GroupStatus::Changed => !only_fixed,
                GroupStatus::AsListed => is_newer,
                GroupStatus::Regressed | GroupStatus::Unjudged => false,
            };
            let entry = &mut self.entries[group.entry];
            let accepts_any = entry.accepts_any();
            let now = GroupCount { digest: group.now.digest.filter(|_| !accepts_any), ..group.now.clone() };
            if !is_counted_anew || entry.group(&now.group) == Some(&now) {
                continue;
            }
            entry.groups.retain(|one| one.group != now.group);
            if now.count > 0 {
                entry.groups.push(now);
                entry.groups.sort_by(|one, other| one.group.cmp(&other.group));
            }
            updated += 1;
        }
        self.entries.retain(|entry| !entry.groups.is_empty());
        let has_regressed = comparison.groups.iter().any(|group| group.status == GroupStatus::Regressed);
        if self.entries.is_empty() {
            self.asked = None;
        } else if is_newer && !has_regressed {
            self.asked = Some(asked);
            updated = updated.max(1);
        }
        let used: BTreeSet<String> = self.whys().map(str::to_owned).collect();
        self.reasons.retain(|reason| used.contains(&reason.id));
        Ok(updated)
    }
}

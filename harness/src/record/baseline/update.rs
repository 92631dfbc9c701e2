//! A baseline as it should be after a run.

use crate::record::baseline::comparison::compared_groups;
use crate::record::baseline::{AskedCases, Baseline};
use crate::record::run_record::{DecoderRecord, DeviationKind, RunRecord};

impl Baseline {
    /// Counts the groups anew of which fewer cases fail, those of other cases than were counted, and, unless `only_fixed`, those that fail with
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
        let is_newer = then.is_older(&asked);
        if self.unstable.is_some() || then.selection != asked.selection {
            return Ok(0);
        }
        let groups = compared_groups(record, decoder, self, &asked)?;
        let mut updated = 0;
        let mut has_regressed = false;
        for group in &groups {
            let Some(number) = group.entry else { continue };
            has_regressed |= group.deviation == Some(DeviationKind::Regressed);
            let is_counted_anew = match group.deviation {
                None => is_newer,
                Some(DeviationKind::Fixed) => true,
                Some(DeviationKind::ChangedWrong) => !only_fixed,
                Some(_) => false,
            };
            let entry = &mut self.entries[number];
            let now = group.now.clone().or_any(entry.accepts_any());
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
        if self.entries.is_empty() {
            self.asked = None;
        } else if is_newer && !has_regressed {
            self.asked = Some(asked);
            updated = updated.max(1);
        }
        self.drop_unused_reasons();
        Ok(updated)
    }
}

//! A baseline with failures added for one reason.

use crate::record::baseline::{ANY, Baseline, Condition, Reason, SealedEntry, VersionRange, compare, listed};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::judge::VerdictKind;

/// Which failures are accepted, and how they are written.
pub struct Acceptance<'a> {
    /// Why.
    pub reason: Reason,
    /// Only failures by these verdicts; by any if there is none.
    pub verdicts: &'a [VerdictKind],
    /// Only cases of the record for which this holds, by number.
    pub wants_case: &'a dyn Fn(usize) -> bool,
    /// Whether any observation is accepted.
    pub any: bool,
    /// Whether entries are sealed.
    pub sealed: bool,
}

/// How much was added to a baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Added {
    /// Failures that are accepted now.
    pub failures: usize,
    /// Entries for them.
    pub entries: usize,
}

impl Baseline {
    /// Adds the accepted failures of `decoder` that this baseline, written in `text`, does not list. `None` if there are
    /// none. Cases with different answers are not listed, since others differ in the next run: they make the decoder
    /// unstable. Fails if the baseline has another reason of the same id.
    pub fn accept(
        &mut self,
        (record, decoder): (&RunRecord, &DecoderRecord),
        text: &str,
        acceptance: &Acceptance<'_>,
    ) -> Result<Option<Added>, OtherReason> {
        let unlisted = compare(record, decoder, self, ("", text), false).regressed;
        let (mut cases, mut flaky): (Vec<usize>, usize) = (Vec::new(), 0);
        for group in decoder.accountable().bad() {
            if !acceptance.verdicts.is_empty() && !acceptance.verdicts.contains(&group.verdict) {
                continue;
            }
            let wanted =
                group.cases.iter().filter(|case| unlisted.contains(*case) && (acceptance.wants_case)(*case));
            if group.verdict == VerdictKind::Flaky {
                flaky += wanted.count();
            } else {
                cases.extend(wanted);
            }
        }
        let mut entries = listed(record, decoder, &cases, &acceptance.reason.id);
        let makes_unstable = self.unstable.is_none() && flaky > 0;
        if entries.is_empty() && !makes_unstable {
            return Ok(None);
        }
        match self.reason(&acceptance.reason.id) {
            Some(known) if *known == acceptance.reason => {}
            Some(_) => return Err(OtherReason),
            None => self.reasons.push(acceptance.reason.clone()),
        }
        if makes_unstable {
            self.unstable = Some(acceptance.reason.id.clone());
        }
        if acceptance.any {
            for entry in &mut entries {
                entry.observed = vec![ANY.to_owned()];
            }
        }
        let added = Added { failures: cases.len() + flaky, entries: entries.len() };
        if acceptance.sealed {
            self.sealed.extend(entries.iter().map(SealedEntry::of));
        } else {
            self.entries.extend(entries);
        }
        Ok(Some(added))
    }
}

/// The baseline has another reason of the id that an acceptance has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherReason;

impl Condition {
    /// The version of `decoder` and the platform of `record`.
    pub fn pinned(record: &RunRecord, decoder: &DecoderRecord) -> Self {
        Self {
            version: VersionRange::exactly(&decoder.version),
            os: Some(record.platform.os.clone()),
            arch: Some(record.platform.arch.clone()),
        }
    }
}

//! A baseline with failures added for one reason.

use crate::record::baseline::comparison::ComparedBaseline;
use crate::record::baseline::{
    AcceptedReason, AskedCases, Baseline, Condition, Entry, compare, exact_version,
};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::Cause;

/// Which failures are accepted, and how they are written.
pub struct Acceptance<'a> {
    pub reason: AcceptedReason,
    /// Only failures for these causes; for any if there is none.
    pub causes: &'a [Cause],
    /// Whether any answer is accepted in the failing cases.
    pub any: bool,
    /// Whether causes and groups are written as digests.
    pub sealed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Added {
    pub failures: usize,
    pub causes: usize,
}

impl Baseline {
    /// Adds the causes of `decoder` with failures that this baseline does not accept. `None` if there are none. A cause that is
    /// accepted already is counted anew and keeps its reason, unless that is over. Cases with different answers are not
    /// counted, since others differ in the next run: they make the decoder unstable. Fails, in words, if the baseline counts other
    /// cases than those of the run, or has another reason of the same id.
    pub fn accept(
        &mut self,
        (record, decoder): (&RunRecord, &DecoderRecord),
        acceptance: &Acceptance<'_>,
    ) -> Result<Option<Added>, String> {
        let asked = AskedCases::of(record);
        let before = compare(record, decoder, self, ("", ""), &asked, false)?;
        let ComparedBaseline { failures, groups: compared, .. } =
            ComparedBaseline::of(record, decoder, self, &asked)?;
        let mut wanted: Vec<(Cause, usize)> = Vec::new();
        for (cause, groups) in &failures.by_cause {
            let open = groups.values().flatten().filter(|case| !before.known.contains(**case)).count();
            if open > 0 && (acceptance.causes.is_empty() || acceptance.causes.contains(cause)) {
                wanted.push((*cause, open));
            }
        }
        if wanted.is_empty() {
            return Ok(None);
        }
        if self.asked.as_ref().is_some_and(|then| *then != asked) {
            return Err("its counts refer to other cases than this report; make a report of the same cases, or update it first".to_owned());
        }
        let why = &acceptance.reason.id;
        match self.reason(why) {
            Some(known) if *known == acceptance.reason => {}
            Some(_) => {
                return Err("it has another reason of this id; `--why WORD` names a new one".to_owned());
            }
            None => self.reasons.push(acceptance.reason.clone()),
        }
        let mut causes = 0;
        for (cause, _) in &wanted {
            if *cause == Cause::Unstable {
                self.unstable = Some(why.clone());
                continue;
            }
            let known = compared.iter().find(|group| group.cause == *cause).map(|group| group.entry);
            let number = known.unwrap_or_else(|| {
                self.entries.push(Entry::new(*cause, acceptance.sealed, why));
                self.entries.len() - 1
            });
            let entry = &mut self.entries[number];
            if before.expires(&format!("/entries/{number}")) {
                entry.why.clone_from(why);
            }
            let groups = failures.by_cause[cause]
                .iter()
                .map(|(group, cases)| failures.count(&entry.group_name(group), cases).or_any(acceptance.any));
            entry.groups = groups.collect();
            entry.groups.sort_by(|one, other| one.group.cmp(&other.group));
            causes += 1;
        }
        self.asked = (!self.entries.is_empty()).then_some(asked);
        self.drop_unused_reasons();
        self.sort();
        Ok(Some(Added { failures: wanted.iter().map(|(_, open)| open).sum(), causes }))
    }
}

impl Condition {
    /// The version of `decoder` and the platform of `record`.
    pub fn pinned(record: &RunRecord, decoder: &DecoderRecord) -> Self {
        Self {
            version: exact_version(&decoder.version),
            os: Some(record.platform.os.clone()),
            arch: Some(record.platform.arch.clone()),
        }
    }
}

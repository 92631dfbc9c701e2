//! A baseline with failures added for one reason.

use crate::record::baseline::cause_cases::{CauseCases, GroupCases, Groups};
use crate::record::baseline::decoder_cases::DecoderCases;
use crate::record::baseline::{
    ANY, AskedCases, Baseline, Condition, Reason, SealedEntry, VersionRange, compare, listed,
};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;
use std::collections::{BTreeSet, HashSet};
use std::fmt;

/// Which failures are accepted, and how they are written.
pub struct Acceptance<'a> {
    pub reason: Reason,
    /// Only failures for these causes; for any if there is none.
    pub causes: &'a [Cause],
    /// Whether any observation is accepted.
    pub any: bool,
    /// Whether causes or cases are written, and which cases.
    pub form: Form<'a>,
}

/// How accepted failures are written.
#[derive(Clone, Copy)]
pub enum Form<'a> {
    /// By cause: counts and digests for each group of vectors.
    Causes,
    Cases {
        /// Only failures by these verdicts; by any if there is none.
        verdicts: &'a [VerdictKind],
        /// Only cases of the record for which this holds, by number.
        wants_case: &'a dyn Fn(usize) -> bool,
        sealed: bool,
    },
}

/// How much was added to a baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Added {
    /// Failures that are accepted now.
    pub failures: usize,
    pub entries: usize,
}

/// Why failures cannot be added to a baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The baseline has another reason of the same id.
    OtherReason,
    /// The baseline accepts causes and counts other cases than those of the run.
    OtherCases,
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::OtherReason => "it has another reason of this id; `--why WORD` names a new one",
            Self::OtherCases => {
                "its counts refer to other cases than this report; `baseline update` with a whole run first, or `--exact`"
            }
        })
    }
}

impl std::error::Error for Refused {}

impl Baseline {
    /// Adds the failures of `decoder` that this baseline, written in `text`, does not accept. `None` if there are none. Cases
    /// with different answers are not listed, since others differ in the next run: they make the decoder unstable.
    pub fn accept(
        &mut self,
        (record, decoder): (&RunRecord, &DecoderRecord),
        text: &str,
        acceptance: &Acceptance<'_>,
    ) -> Result<Option<Added>, Refused> {
        let asked = AskedCases::of(record);
        let unlisted = compare(record, decoder, self, ("", text), &asked, false).regressed;
        let outcomes = decoder.accountable();
        let of_causes: HashSet<usize> = outcomes
            .causes
            .iter()
            .filter(|cause| acceptance.causes.contains(&cause.id))
            .flat_map(|cause| cause.cases.iter())
            .collect();
        let (mut cases, mut flaky): (Vec<usize>, usize) = (Vec::new(), 0);
        for group in outcomes.bad() {
            let is_wanted = |case: &usize| {
                let is_chosen = match acceptance.form {
                    Form::Causes => true,
                    Form::Cases { verdicts, wants_case, .. } => {
                        (verdicts.is_empty() || verdicts.contains(&group.verdict)) && wants_case(*case)
                    }
                };
                let is_of_cause = acceptance.causes.is_empty() || of_causes.contains(case);
                unlisted.contains(*case) && is_chosen && is_of_cause
            };
            let wanted = group.cases.iter().filter(is_wanted);
            if group.verdict == VerdictKind::Flaky {
                flaky += wanted.count();
            } else {
                cases.extend(wanted);
            }
        }
        let makes_unstable = self.unstable.is_none() && flaky > 0;
        if cases.is_empty() && !makes_unstable {
            return Ok(None);
        }
        let why = &acceptance.reason.id;
        match self.reason(why) {
            Some(known) if *known == acceptance.reason => {}
            Some(_) => return Err(Refused::OtherReason),
            None => self.reasons.push(acceptance.reason.clone()),
        }
        if makes_unstable {
            self.unstable = Some(why.clone());
        }
        let entries = match acceptance.form {
            Form::Causes => self.accept_causes((record, decoder), asked, &cases, acceptance)?,
            Form::Cases { sealed, .. } => {
                let mut entries = listed(record, decoder, &cases, why);
                for entry in entries.iter_mut().filter(|_| acceptance.any) {
                    entry.observed = vec![ANY.to_owned()];
                }
                let count = entries.len();
                if sealed {
                    self.sealed.extend(entries.iter().map(SealedEntry::of));
                } else {
                    self.entries.extend(entries);
                }
                count
            }
        };
        let used: BTreeSet<String> = self.whys().map(str::to_owned).collect();
        self.reasons.retain(|reason| used.contains(&reason.id));
        Ok(Some(Added { failures: cases.len() + flaky, entries }))
    }

    /// Accepts the causes of `wanted`, cases of the record, and returns how many entries have changed or are new. A cause
    /// that is accepted already keeps its reason.
    fn accept_causes(
        &mut self,
        (record, decoder): (&RunRecord, &DecoderRecord),
        asked: AskedCases,
        wanted: &[usize],
        acceptance: &Acceptance<'_>,
    ) -> Result<usize, Refused> {
        if self.asked.as_ref().is_some_and(|then| *then != asked) {
            return Err(Refused::OtherCases);
        }
        let wanted: HashSet<usize> = wanted.iter().copied().collect();
        let cases = DecoderCases::of(record, decoder);
        let found = CauseCases::of(&cases, &cases.listed_one_by_one(self));
        let held = cases.held_causes(self);
        let is_wanted =
            |groups: &Groups| groups.values().flat_map(GroupCases::all).any(|case| wanted.contains(&case));
        let causes: Vec<Cause> =
            found.0.iter().filter(|(_, groups)| is_wanted(groups)).map(|(cause, _)| *cause).collect();
        for cause in &causes {
            let known = held.iter().copied().find(|number| self.causes[*number].cause == *cause);
            let why = known.map_or(&acceptance.reason.id, |number| &self.causes[number].why);
            let entry = found.entry(&cases, *cause, why, acceptance.any);
            match known {
                Some(number) => self.causes[number] = entry,
                None => self.causes.push(entry),
            }
        }
        self.asked = (!self.causes.is_empty()).then_some(asked);
        Ok(causes.len())
    }
}

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

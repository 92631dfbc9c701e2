//! A baseline that lists cases becomes one that accepts causes.

use crate::record::baseline::accepted::Accepted;
use crate::record::baseline::cause_cases::{CauseCases, GroupCases};
use crate::record::baseline::decoder_cases::DecoderCases;
use crate::record::baseline::{AskedCases, Baseline, compare};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::Cause;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// Why a baseline cannot be converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unconverted {
    /// The decoder fails cases that are not accepted, or not as they are accepted.
    Differs {
        /// How many cases or entries.
        count: usize,
    },
    /// The record is of a schema without causes.
    NoCauses,
}

impl fmt::Display for Unconverted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs { count } => {
                write!(
                    formatter,
                    "the report differs from it in {count} places; `baseline update` or `write` first"
                )
            }
            Self::NoCauses => {
                formatter.write_str("the report is of an older version and has no causes; run again")
            }
        }
    }
}

impl std::error::Error for Unconverted {}

impl Baseline {
    /// This baseline, written in `text`, with its cases counted by cause. A cause is accepted for the reason that most of its cases
    /// had. These entries stay: sealed ones, and others of their causes, whose name would tell what is sealed; those for
    /// other versions or platforms than those of the run; and all of an unstable decoder, whose causes may differ from run to
    /// run. Returns how many entries went.
    pub fn converted(
        &self,
        (record, decoder): (&RunRecord, &DecoderRecord),
        text: &str,
    ) -> Result<(Self, usize), Unconverted> {
        let asked = AskedCases::of(record);
        let before = compare(record, decoder, self, ("", text), &asked, false);
        let count = before.regressed.len() + before.deviations.len();
        if count > 0 {
            return Err(Unconverted::Differs { count });
        }
        let cases = DecoderCases::of(record, decoder);
        let secret = cases.causes_of_sealed(self);
        let mut whys: HashMap<usize, &str> = HashMap::new();
        let mut converted = Self { entries: Vec::new(), ..self.clone() };
        for entry in &self.entries {
            let covered = cases.covered_by_pattern(&entry.case);
            let is_held = self.reason(&entry.why).is_some_and(|reason| cases.holds(reason));
            let is_secret = covered.iter().any(|(case, ..)| secret.contains(case));
            if is_held && !is_secret && !covered.is_empty() && self.unstable.is_none() {
                whys.extend(covered.into_iter().map(|(case, ..)| (case, entry.why.as_str())));
            } else {
                converted.entries.push(entry.clone());
            }
        }
        let removed = self.entries.len() - converted.entries.len();
        if removed == 0 {
            return Ok((converted, 0));
        }
        if decoder.accountable().causes.is_empty() {
            return Err(Unconverted::NoCauses);
        }
        let listed: HashSet<usize> = cases.listed_one_by_one(&converted);
        let found = CauseCases::of(&cases, &listed);
        let any =
            self.entries.iter().any(|entry| entry.observed.iter().any(|observed| observed == super::ANY));
        let causes: Vec<Cause> = found.0.keys().copied().collect();
        for cause in causes {
            let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
            for case in
                found.0.get(&cause).into_iter().flat_map(|groups| groups.values()).flat_map(GroupCases::all)
            {
                if let Some(why) = whys.get(&case) {
                    *votes.entry(why).or_default() += 1;
                }
            }
            let Some((why, _)) = votes.into_iter().max_by_key(|(_, votes)| *votes) else { continue };
            converted.causes.push(found.entry(&cases, cause, why, any));
        }
        converted.asked = (!converted.causes.is_empty()).then_some(asked);
        let used: HashSet<String> = converted.whys().map(str::to_owned).collect();
        converted.reasons.retain(|reason| used.contains(&reason.id));
        converted.sort();
        Ok((converted, removed))
    }
}

impl DecoderCases<'_> {
    /// All cases of the causes that sealed entries of `baseline` are about.
    fn causes_of_sealed(&self, baseline: &Baseline) -> HashSet<usize> {
        let all = Accepted::all(baseline, self.record);
        let sealed = all.iter().filter(|(_, accepted)| accepted.sealed_case().is_some());
        let sealed: HashSet<usize> =
            sealed.flat_map(|(_, accepted)| self.covered_by(accepted)).map(|(case, ..)| case).collect();
        let causes = self.decoder.accountable().causes.iter();
        let secret = causes.filter(|cause| cause.cases.iter().any(|case| sealed.contains(&case)));
        secret.flat_map(|cause| cause.cases.iter()).collect()
    }
}

//! The failing cases of a decoder by cause and group of vectors, as a baseline counts them.

use crate::record::baseline::accepted::Accepted;
use crate::record::baseline::decoder_cases::{DecoderCases, Outcome};
use crate::record::baseline::{AskedCases, Baseline, CauseEntry, Counted, GroupEntry};
use crate::record::run_record::RunRecord;
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;
use std::collections::{BTreeMap, HashSet};

/// The options that decide which cases are asked; others select decoders, or limit them.
const SELECTS_CASES: [&str; 8] =
    ["--security", "--smoke", "--only", "--from", "--to", "--deep", "--guard", "--suite"];

impl AskedCases {
    /// Those of the run `record`.
    pub fn of(record: &RunRecord) -> Self {
        let mut ids: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (number, case) in record.cases.iter().enumerate() {
            let group = record.vectors[case.vector].group();
            ids.entry(group.to_owned()).or_default().push(record.case_id(number));
        }
        let groups = ids.into_iter().map(|(group, ids)| (group, Counted::of(ids))).collect();
        let selects_cases = |words: &&String| SELECTS_CASES.iter().any(|flag| words.starts_with(flag));
        let selection = record.selection.iter().filter(selects_cases).cloned().collect();
        Self { suite: record.suite.digest.clone(), selection, groups }
    }

    /// How many cases of `group` a later run `now` asks beyond these, at least: of a newer suite, or with `--deep`. As many may
    /// fail for an accepted cause.
    pub(super) fn new_in(&self, now: &Self, group: &str) -> usize {
        let count = |asked: &Self| asked.groups.get(group).map_or(0, |counted| counted.count);
        count(now).saturating_sub(count(self))
    }
}

/// The numbers of the failing cases of one cause in one group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct GroupCases {
    pub(super) wrong: Vec<usize>,
    pub(super) refused: Vec<usize>,
}

impl GroupCases {
    pub(super) fn all(&self) -> impl Iterator<Item = usize> {
        self.wrong.iter().chain(&self.refused).copied()
    }
}

/// The failing cases of one cause, by group.
pub(super) type Groups = BTreeMap<String, GroupCases>;

/// The failing cases of one decoder that no entry lists by case.
pub(super) struct CauseCases(pub(super) BTreeMap<Cause, Groups>);

impl CauseCases {
    /// Those of `cases`, without the ones in `listed`.
    pub(super) fn of(cases: &DecoderCases<'_>, listed: &HashSet<usize>) -> Self {
        let mut found: BTreeMap<Cause, Groups> = BTreeMap::new();
        for cause in &cases.decoder.accountable().causes {
            for case in cause.cases.iter().filter(|case| !listed.contains(case)) {
                let Some(Outcome::Bad { verdict, .. }) = cases.outcomes.get(&case) else { continue };
                let group = cases.record.vectors[cases.record.cases[case].vector].group();
                let group_cases = found.entry(cause.id).or_default().entry(group.to_owned()).or_default();
                if matches!(verdict, VerdictKind::WrongReason | VerdictKind::LateError) {
                    group_cases.refused.push(case);
                } else {
                    group_cases.wrong.push(case);
                }
            }
        }
        Self(found)
    }

    /// Those of `cause` in `group`.
    pub(super) fn group(&self, cause: Cause, group: &str) -> GroupCases {
        self.0.get(&cause).and_then(|groups| groups.get(group)).cloned().unwrap_or_default()
    }

    /// The entry that accepts all of `cause`, for the reason `why`.
    pub(super) fn entry(&self, cases: &DecoderCases<'_>, cause: Cause, why: &str, any: bool) -> CauseEntry {
        let groups = self.0.get(&cause).into_iter().flatten();
        let groups = groups.map(|(group, group_cases)| cases.counted(group, group_cases, any));
        let profile = cases.decoder.claim.profile.clone();
        CauseEntry { cause, profile, why: why.to_owned(), groups: groups.collect() }
    }
}

impl DecoderCases<'_> {
    /// The cases that entries of `baseline` list one by one.
    pub(super) fn listed_one_by_one(&self, baseline: &Baseline) -> HashSet<usize> {
        let all = Accepted::all(baseline, self.record).into_iter();
        let held = all
            .filter(|(_, accepted)| baseline.reason(accepted.why()).is_some_and(|reason| self.holds(reason)));
        held.flat_map(|(_, accepted)| self.covered_by(&accepted)).map(|(case, ..)| case).collect()
    }

    /// The count of `group_cases` with their answers, or with any answer.
    pub(super) fn counted(&self, group: &str, group_cases: &GroupCases, any: bool) -> GroupEntry {
        let counted = |numbers: &[usize]| {
            let line = |case: &usize| {
                let outcome = self.outcomes.get(case);
                let Some(Outcome::Bad { verdict, observed }) = outcome else { return String::new() };
                format!("{} {verdict} {observed}", self.record.case_id(*case))
            };
            let counted = Counted::of(numbers.iter().map(line));
            Counted { digest: counted.digest.filter(|_| !any), ..counted }
        };
        GroupEntry {
            group: group.to_owned(),
            wrong: counted(&group_cases.wrong),
            refused: counted(&group_cases.refused),
        }
    }

    /// How many cases of `group` were not judged in this run and may fail in another.
    pub(super) fn unjudged_in(&self, group: &str) -> usize {
        let may_fail = |(case, outcome): &(&usize, &Outcome<'_>)| {
            let vector = self.record.cases[**case].vector;
            matches!(outcome, Outcome::Unjudged { verdict: VerdictKind::Declined | VerdictKind::NotAsked })
                && self.record.vectors[vector].group() == group
        };
        self.outcomes.iter().filter(may_fail).count()
    }
}

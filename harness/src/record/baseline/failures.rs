//! The failing cases of a decoder, by cause and group of vectors.

use crate::record::baseline::{AcceptedReason, GroupCount};
use crate::record::run_record::{DecoderRecord, RunRecord};
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;
use std::collections::{BTreeMap, HashMap};

/// The failing cases of one decoder in a run.
pub(super) struct Failures<'a> {
    pub(super) record: &'a RunRecord,
    pub(super) decoder: &'a DecoderRecord,
    pub(super) by_cause: BTreeMap<Cause, BTreeMap<&'a str, Vec<usize>>>,
    /// The verdict and the answer of each failing case.
    answers: HashMap<usize, (VerdictKind, &'a str)>,
}

impl<'a> Failures<'a> {
    pub(super) fn of(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Self {
        let outcomes = decoder.judged_outcomes();
        let bad = outcomes.bad().flat_map(|group| group.cases.iter().map(|case| (case, group.verdict)));
        let mut answers: HashMap<_, _> =
            bad.map(|(case, verdict)| (case, (verdict, verdict.name()))).collect();
        for group in &outcomes.observed {
            for case in group.cases.iter() {
                if let Some((_, observed)) = answers.get_mut(&case) {
                    *observed = &group.observed;
                }
            }
        }
        let mut by_cause: BTreeMap<_, BTreeMap<&str, Vec<usize>>> = BTreeMap::new();
        for cause in &outcomes.causes {
            let groups = by_cause.entry(cause.id).or_default();
            for case in cause.cases.iter() {
                groups.entry(record.group(case)).or_default().push(case);
            }
        }
        Self { record, decoder, by_cause, answers }
    }

    pub(super) fn cases(&self, cause: Cause, group: &str) -> &[usize] {
        self.by_cause.get(&cause).and_then(|groups| groups.get(group)).map_or(&[], Vec::as_slice)
    }

    /// The count of `cases`, under the name `group`, with a digest of their answers.
    pub(super) fn count(&self, group: &str, cases: &[usize]) -> GroupCount {
        let line = |case: &usize| {
            let (verdict, observed) =
                self.answers.get(case).map_or(("", ""), |(verdict, observed)| (verdict.name(), observed));
            format!("{} {verdict} {observed}", self.record.case_id(*case))
        };
        GroupCount::of(group, cases.iter().map(line).collect())
    }

    /// Whether the decoder was not judged in some cases of `group` that may fail in another run.
    pub(super) fn has_unjudged(&self, group: &str) -> bool {
        let unjudged = [VerdictKind::Declined, VerdictKind::NotAsked];
        let groups = self.decoder.judged_outcomes().groups.iter();
        let mut cases = groups.filter(|one| unjudged.contains(&one.verdict)).flat_map(|one| one.cases.iter());
        cases.any(|case| self.record.group(case) == group)
    }

    /// Whether `reason` is meant for the decoder and the platform.
    pub(super) fn holds(&self, reason: &AcceptedReason) -> bool {
        let platform = &self.record.platform;
        reason.only.holds(&self.decoder.version, &platform.os, &platform.arch)
    }
}

//! The record of a comparison. Its JSON is an interface: `schema` changes when the meaning of anything in it does.

use crate::record::diff::{CaseOutcome, Change, Counts, Difference};
use crate::record::run_record::{
    CaseRecord, DecoderRecord, Platform, Ranges, RunRecord, Tool, VectorRecord, cases,
};
use illformed_judge::cause::Cause;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const KIND: &str = "illformed-diff";

pub(super) const SCHEMA: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiffRecord {
    pub kind: String,
    pub schema: u32,
    pub tool: Tool,
    /// The report that is the measure.
    pub old: ReportFacts,
    /// The report that is measured.
    pub new: ReportFacts,
    /// What else differs of the runs as a whole.
    pub differences: Vec<Difference>,
    pub counts: Counts,
    /// The decoders of both reports, those of the new one first.
    pub decoders: Vec<DecoderDiff>,
    /// The vectors of the cases that changed.
    pub vectors: Vec<VectorRecord>,
    /// The cases that changed for some decoder, in the form of a run's record: for each vector its number, and its recipes
    /// with a space between, `-` for the vector itself.
    #[serde(with = "cases")]
    pub cases: Vec<CaseRecord>,
}

/// A report, as far as it tells reports apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportFacts {
    /// The file, as it was named.
    pub file: String,
    /// When its run began, in seconds since 1970.
    pub began_at: u64,
    pub tool: Tool,
    pub platform: Platform,
    pub suite: String,
    pub suite_digest: String,
    pub selection: Vec<String>,
    /// Whether everything was asked that should be.
    pub complete: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecoderDiff {
    /// As the old report has it; `null` if it does not.
    pub old: Option<DecoderFacts>,
    /// As the new one has it; `null` if it does not. At least one does.
    pub new: Option<DecoderFacts>,
    pub differences: Vec<Difference>,
    /// How many cases changed in which way.
    pub counts: Counts,
    /// All changes, sorted by their kind and then by the first case.
    pub changes: Vec<CaseChange>,
}

impl DecoderDiff {
    /// The causes with another number of cases, the worst first: the cause, and how many before and after. Nothing, if only
    /// one report has the decoder.
    pub fn cause_changes(&self) -> Vec<(Cause, usize, usize)> {
        let (Some(old), Some(new)) = (&self.old, &self.new) else { return Vec::new() };
        let causes: BTreeSet<Cause> = old.causes.keys().chain(new.causes.keys()).copied().collect();
        let count = |facts: &DecoderFacts, cause| facts.causes.get(&cause).copied().unwrap_or_default();
        let both = causes.into_iter().map(|cause| (cause, count(old, cause), count(new, cause)));
        both.filter(|(_, old, new)| old != new).collect()
    }
}

/// A decoder in one of the reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecoderFacts {
    /// `<adapter>/<decoder>`.
    pub name: String,
    pub implementation: String,
    pub version: String,
    /// How many of the compared cases were judged.
    pub judged: usize,
    /// How many of these count against it.
    pub bad: usize,
    /// Why, and for how many cases.
    #[serde(default, skip_serializing_if = "CauseCounts::is_empty")]
    pub causes: CauseCounts,
}

/// How many of the compared cases count against a decoder for each cause.
pub type CauseCounts = BTreeMap<Cause, usize>;

/// Those of `decoder`; `places` has a number for each case of its record that is compared.
pub(super) fn cause_counts(decoder: &DecoderRecord, places: &[Option<usize>]) -> CauseCounts {
    let is_compared = |case: &usize| places.get(*case).is_some_and(Option::is_some);
    let causes = decoder.accountable().causes.iter();
    let counts = causes.map(|cause| (cause.id, cause.cases.iter().filter(is_compared).count()));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// Cases that changed in the same way, from the same to the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseChange {
    pub change: Change,
    /// What came of them in the old report; left out if it does not have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<CaseOutcome>,
    /// What came of them in the new one; left out if it does not have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<CaseOutcome>,
    /// Numbers of the cases in this record's list.
    pub cases: Ranges,
}

impl CaseChange {
    /// Whether they are judged for the first time and count against the decoder.
    pub fn is_new_and_failing(&self) -> bool {
        self.change == Change::New && self.new.as_ref().is_some_and(CaseOutcome::is_bad)
    }

    /// Whether the decoder got worse: they passed, or were asked and gave nothing to judge, and count against it now, be it
    /// that it answers now so and now so.
    pub fn is_worse(&self) -> bool {
        let passed = || self.old.as_ref().is_some_and(|old| !old.is_bad());
        match self.change {
            Change::Regressed => true,
            Change::Flaky => passed(),
            Change::New => self.is_new_and_failing() && self.old.is_some(),
            Change::ChangedWrong | Change::Fixed | Change::Gone | Change::Same => false,
        }
    }
}

impl DecoderDiff {
    /// Its name in the new report, or in the old one if it is gone.
    pub fn name(&self) -> &str {
        self.new.as_ref().or(self.old.as_ref()).map_or("", |facts| &facts.name)
    }
}

impl ReportFacts {
    /// Those of `record`, from the file of that name.
    pub fn of(file: &str, record: &RunRecord) -> Self {
        Self {
            file: file.to_owned(),
            began_at: record.began_at,
            tool: record.tool.clone(),
            platform: record.platform.clone(),
            suite: record.suite.name.clone(),
            suite_digest: record.suite.digest.clone(),
            selection: record.selection.clone(),
            complete: record.footer.complete,
        }
    }
}

impl DecoderFacts {
    /// Those of `decoder`, with the counts of the cases that are compared.
    pub(super) fn of(decoder: &DecoderRecord, judged: usize, bad: usize, causes: CauseCounts) -> Self {
        Self {
            name: decoder.name(),
            implementation: decoder.implementation.clone(),
            version: decoder.version.clone(),
            judged,
            bad,
            causes,
        }
    }
}

pub(super) fn this_tool() -> Tool {
    Tool { name: "illformed".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
}

/// A change that is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailOn {
    /// That change. [`Change::Regressed`] also means a case that the old report has without a judgement and that fails now,
    /// and one that passed and is [`Change::Flaky`].
    Change(Change),
    /// A case that is judged for the first time and fails, even if the old report does not have it or the decoder.
    NewFailing,
}

impl FailOn {
    pub fn occurs(self, record: &DiffRecord) -> bool {
        let mut changes = record.decoders.iter().flat_map(|decoder| &decoder.changes);
        match self {
            Self::Change(Change::Regressed) => changes.any(CaseChange::is_worse),
            Self::Change(change) => record.counts.of(change) > 0,
            Self::NewFailing => record.counts.new_failing > 0,
        }
    }
}

/// The exit code for `record`: 4 if no case was judged in both reports, else 1 if one of `fail_on` occurs, else 0.
pub fn exit_code(record: &DiffRecord, fail_on: &[FailOn]) -> u8 {
    if record.counts.compared() == 0 {
        return 4;
    }
    u8::from(fail_on.iter().any(|one| one.occurs(record)))
}

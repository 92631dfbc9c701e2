//! What a run holds against its decoders, vector by vector and by cause: their claims, less what their baselines accept.

use crate::record::run_record::{DecoderRecord, Deviation, Finding, OutcomeGroup, RunRecord, VectorRecord};
use crate::tell::report::reproduce::{depends, reproduce};
use illformed_judge::cause::Cause;
use illformed_judge::judge::{VerdictClass, VerdictKind};
use illformed_judge::shown::shown_input;
use std::cmp::Reverse;
use std::collections::HashMap;

/// What came of all cases of a vector; the greatest wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum VectorStanding {
    /// Nothing of it was judged.
    NotJudged,
    Right,
    /// What is wrong is as the baseline lists it.
    Known,
    /// What is wrong is less severe than what makes the run fail.
    Tolerated,
    /// Something is wrong.
    Wrong,
    /// The adapter crashed, hung or broke the protocol.
    Broken,
}

impl VectorStanding {
    /// Whether it makes the run fail.
    pub(crate) fn is_red(self) -> bool {
        self >= Self::Wrong
    }

    /// The standing of a case with that outcome.
    fn of(record: &RunRecord, decoder: &DecoderRecord, outcome: &OutcomeGroup, case: usize) -> Self {
        match outcome.verdict.class() {
            VerdictClass::Unjudged => Self::NotJudged,
            VerdictClass::Right => Self::Right,
            VerdictClass::Wrong | VerdictClass::Broken if decoder.accepts(case) => Self::Known,
            VerdictClass::Wrong | VerdictClass::Broken if record.tolerates(decoder, case) => Self::Tolerated,
            VerdictClass::Broken => Self::Broken,
            VerdictClass::Wrong => Self::Wrong,
        }
    }
}

/// What came of a vector.
#[derive(Debug, Clone)]
pub(crate) struct VectorSummary<'a> {
    /// Its number in the record.
    pub(crate) vector: usize,
    /// The worst of its cases.
    pub(crate) standing: VectorStanding,
    /// The outcome of the case that decides; `None` where no case of it is in any group.
    pub(crate) outcome: Option<&'a OutcomeGroup>,
    /// The cases that have this standing, ascending; only of those that fail, known or not.
    pub(crate) cases: Vec<usize>,
}

impl<'a> VectorSummary<'a> {
    /// What is wrong, or why it was not judged, without the numbers of a case; empty where there is nothing to say.
    pub(crate) fn reason(&self) -> &'a str {
        self.outcome.map_or("", |outcome| outcome.cause.as_deref().unwrap_or(outcome.verdict.name()))
    }

    /// The verdict of the case that decides, if there is one.
    pub(crate) fn verdict(&self) -> Option<VerdictKind> {
        self.outcome.map(|outcome| outcome.verdict)
    }

    /// Its name; empty where there is none.
    pub(crate) fn verdict_name(&self) -> &'static str {
        self.verdict().map_or("", VerdictKind::name)
    }

    fn take(&mut self, standing: VectorStanding, outcome: Option<&'a OutcomeGroup>, case: usize) {
        if standing > self.standing {
            self.cases.clear();
        }
        if standing > self.standing || self.outcome.is_none() {
            self.outcome = outcome;
        }
        self.standing = self.standing.max(standing);
        if standing == self.standing && standing >= VectorStanding::Known {
            self.cases.push(case);
        }
    }
}

/// What a run holds against a decoder.
pub(crate) struct DecoderSummary<'a> {
    record: &'a RunRecord,
    pub(crate) decoder: &'a DecoderRecord,
    /// One for each vector of the record, in its order.
    pub(crate) vectors: Vec<VectorSummary<'a>>,
    /// The first finding of each vector that the baseline does not accept.
    findings: HashMap<usize, &'a Finding>,
}

impl<'a> DecoderSummary<'a> {
    /// Those of all decoders of `record` whose failures can make the run fail, in its order.
    pub(crate) fn of_all(record: &'a RunRecord) -> impl Iterator<Item = Self> {
        let accused = record.decoders.iter().filter(|decoder| record.accuses(decoder));
        accused.map(|decoder| Self::of(record, decoder))
    }

    /// The summary of a decoder of `record`.
    pub(crate) fn of(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Self {
        let outcomes = decoder.accountable();
        let unknown = |vector| VectorSummary {
            vector,
            standing: VectorStanding::NotJudged,
            outcome: None,
            cases: Vec::new(),
        };
        let mut vectors: Vec<VectorSummary<'_>> = (0..record.vectors.len()).map(unknown).collect();
        for outcome in &outcomes.groups {
            for case in outcome.cases.iter() {
                let standing = VectorStanding::of(record, decoder, outcome, case);
                vectors[record.cases[case].vector].take(standing, Some(outcome), case);
            }
        }
        for vector in &mut vectors {
            vector.cases.sort_unstable();
        }
        let mut findings = HashMap::new();
        for finding in outcomes.findings.iter().filter(|finding| !decoder.accepts(finding.case)) {
            findings.entry(record.cases[finding.case].vector).or_insert(finding);
        }
        Self { record, decoder, vectors, findings }
    }

    /// The vectors that make the run fail.
    pub(crate) fn red(&self) -> impl Iterator<Item = &VectorSummary<'a>> {
        self.vectors.iter().filter(|vector| vector.standing.is_red())
    }

    /// The details of the first case of `vector` that counts, if the record has them.
    pub(crate) fn finding(&self, vector: &VectorSummary<'_>) -> Option<&'a Finding> {
        self.findings.get(&vector.vector).copied()
    }

    /// The recipes of the failing cases of a vector, `-` for the vector itself: at most so many, and how many more.
    pub(crate) fn recipes(&self, vector: &VectorSummary<'_>, most: usize) -> String {
        let recipe = |case: &usize| match self.record.cases[*case].recipe.as_str() {
            "" => "-",
            recipe => recipe,
        };
        let shown: Vec<&str> = vector.cases.iter().take(most).map(recipe).collect();
        match vector.cases.len() - shown.len() {
            0 => shown.join(" "),
            more => format!("{} and {more} more", shown.join(" ")),
        }
    }

    /// The case that stands for `vector`, which has one that counts: the first whose details are known, else the first.
    pub(crate) fn failure(&self, vector: &VectorSummary<'a>) -> Failure<'a> {
        let finding = self.finding(vector);
        let case = finding.map_or(vector.cases[0], |finding| finding.case);
        Failure {
            record: self.record,
            decoder: self.decoder,
            vector: &self.record.vectors[vector.vector],
            case,
            finding,
            cause: cause(self.decoder, case),
            reason: vector.reason(),
            mark: mark(self.decoder, case),
        }
    }
}

/// Why `case` counts against `decoder`. A case that passes although its baseline lists it as a failure has no cause.
fn cause(decoder: &DecoderRecord, case: usize) -> Cause {
    let known = decoder.accountable().causes.iter().find(|cause| cause.cases.contains(case));
    known.map_or(Cause::DecodesWrongly, |cause| cause.id)
}

/// What the baseline says of a failing case, in a word; empty without a baseline.
fn mark(decoder: &DecoderRecord, case: usize) -> &'static str {
    let Some(baseline) = &decoder.baseline else { return "" };
    if baseline.new.contains(case) { "regressed" } else { "not as listed" }
}

/// A case that counts against a decoder, with what all formats show of it.
pub(crate) struct Failure<'a> {
    record: &'a RunRecord,
    pub(crate) decoder: &'a DecoderRecord,
    pub(crate) vector: &'a VectorRecord,
    pub(crate) case: usize,
    /// The details, if the record has them.
    pub(crate) finding: Option<&'a Finding>,
    /// Why it is wrong.
    pub(crate) cause: Cause,
    /// What is wrong, in a word or two.
    reason: &'a str,
    /// What the baseline says of it, in a word; empty without a baseline.
    pub(crate) mark: &'static str,
}

impl<'a> Failure<'a> {
    pub(crate) fn id(&self) -> String {
        self.record.case_id(self.case)
    }

    /// The vector's input, as the record writes it.
    pub(crate) fn input(&self) -> &'a str {
        shown_input(&self.vector.input)
    }

    /// What is wrong, with the numbers where the record has them.
    pub(crate) fn detail(&self) -> &'a str {
        self.finding.map_or(self.reason, |finding| &finding.detail)
    }

    /// What was expected, where the record has the details.
    pub(crate) fn expected(&self) -> Option<&'a str> {
        self.finding.map(|finding| finding.shown().0)
    }

    pub(crate) fn observed(&self) -> &'a str {
        let kept = || self.decoder.observed(self.case).unwrap_or_default();
        self.finding.map_or_else(kept, |finding| finding.shown().1)
    }

    /// What the failure depends on beside the case, in a few words.
    pub(crate) fn history(&self) -> Option<&'static str> {
        depends(self.decoder, self.case)
    }

    /// `mark: `, or nothing without a mark.
    pub(crate) fn prefix(&self) -> String {
        if self.mark.is_empty() { String::new() } else { format!("{}: ", self.mark) }
    }

    pub(crate) fn reproduce(&self) -> String {
        reproduce(self.record, self.decoder, self.case)
    }

    /// The file of the decoder's baseline and the line of the entry for the cause, 1 if there is no entry; `None` without a
    /// baseline.
    pub(crate) fn place(&self) -> Option<(&'a str, usize)> {
        let baseline = self.decoder.baseline.as_ref()?;
        let is_it = |deviation: &&Deviation| deviation.subject.split(' ').next() == Some(self.cause.name());
        let entry = baseline.deviations.iter().find(is_it);
        Some((&baseline.file, entry.map_or(1, |deviation| deviation.line.max(1))))
    }
}

/// Vectors that a decoder fails for the same cause, with the same mark of its baseline.
pub(crate) struct ReportedFailure<'a> {
    /// The case that stands for them: one with details, if there is one.
    pub(crate) failure: Failure<'a>,
    pub(crate) vectors: usize,
    standing: VectorStanding,
}

/// The failures of all decoders of `record` that make the run fail: the worst of each decoder before the second of any,
/// crashes before wrong answers, then by the number of vectors.
pub(crate) fn reported_failures(record: &RunRecord) -> Vec<ReportedFailure<'_>> {
    let of_all =
        DecoderSummary::of_all(record).flat_map(|summary| by_cause(&summary).into_iter().enumerate());
    let mut ranked: Vec<(usize, ReportedFailure<'_>)> = of_all.collect();
    // The sort is stable: decoders stay in the record's order.
    ranked.sort_by_key(|(place, failure)| (*place, failure.standing != VectorStanding::Broken));
    ranked.into_iter().map(|(_, failure)| failure).collect()
}

fn by_cause<'a>(summary: &DecoderSummary<'a>) -> Vec<ReportedFailure<'a>> {
    let mut alike: Vec<ReportedFailure<'a>> = Vec::new();
    for vector in summary.red() {
        let failure = summary.failure(vector);
        let same = |other: &&mut ReportedFailure<'_>| {
            let one = &other.failure;
            other.standing == vector.standing && one.cause == failure.cause && one.mark == failure.mark
        };
        match alike.iter_mut().find(same) {
            Some(other) => {
                other.vectors += 1;
                if other.failure.finding.is_none() && failure.finding.is_some() {
                    other.failure = failure;
                }
            }
            None => alike.push(ReportedFailure { failure, vectors: 1, standing: vector.standing }),
        }
    }
    alike.sort_by_key(|one| (Reverse(one.standing), Reverse(one.vectors)));
    alike
}

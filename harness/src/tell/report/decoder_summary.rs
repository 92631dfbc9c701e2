//! What a run holds against a decoder, vector by vector: its claim, less what its baseline accepts.

use crate::record::run_record::{
    BaselineRecord, DecoderRecord, Deviation, Finding, OutcomeGroup, Outcomes, RunRecord,
};
use illformed_judge::judge::VerdictClass;
use std::collections::HashMap;

/// What came of all cases of a vector; the greatest wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum VectorStanding {
    /// Nothing of it was judged.
    NotJudged,
    /// What was judged is right.
    Right,
    /// What is wrong is as the baseline lists it.
    Known,
    /// The baseline lists a failure that is none any more, which counts in this run.
    Stale,
    /// Something is wrong.
    Wrong,
    /// The adapter crashed, hung or broke the protocol.
    Broken,
}

impl VectorStanding {
    /// Whether it makes the run fail.
    pub(crate) fn is_red(self) -> bool {
        self >= Self::Stale
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
    /// The cases that stand alike, ascending; only of those that fail, known or not.
    pub(crate) cases: Vec<usize>,
}

/// What a run holds against a decoder.
pub(crate) struct DecoderSummary<'a> {
    record: &'a RunRecord,
    /// The outcomes that count: with a baseline those that it lists, else those by the decoder's claim.
    pub(crate) outcomes: &'a Outcomes,
    baseline: Option<&'a BaselineRecord>,
    /// One for each vector of the record, in its order.
    pub(crate) vectors: Vec<VectorSummary<'a>>,
    /// The first finding of each vector that the baseline does not accept.
    findings: HashMap<usize, &'a Finding>,
}

impl<'a> DecoderSummary<'a> {
    /// The account of a decoder of `record`.
    pub(crate) fn of(record: &'a RunRecord, decoder: &'a DecoderRecord) -> Self {
        let baseline = decoder.baseline.as_ref();
        let outcomes = if baseline.is_some() { decoder.accountable() } else { &decoder.by_claim };
        let unknown = |vector| VectorSummary {
            vector,
            standing: VectorStanding::NotJudged,
            outcome: None,
            cases: Vec::new(),
        };
        let mut vectors: Vec<VectorSummary<'_>> = (0..record.vectors.len()).map(unknown).collect();
        for outcome in &outcomes.groups {
            for case in outcome.cases.iter() {
                let standing = standing(outcome, case, baseline);
                vectors[record.cases[case].vector].take(standing, Some(outcome), case);
            }
        }
        for deviation in baseline.iter().flat_map(|baseline| &baseline.deviations) {
            let stale = deviation.kind.is_stale() && baseline.is_some_and(|baseline| baseline.stale_is_error);
            if let (true, Some(case)) = (stale, deviation.case) {
                vectors[record.cases[case].vector].take(VectorStanding::Stale, None, case);
            }
        }
        for vector in &mut vectors {
            vector.cases.sort_unstable();
        }
        let mut findings = HashMap::new();
        for finding in &outcomes.findings {
            if !baseline.is_some_and(|baseline| baseline.known.contains(finding.case)) {
                findings.entry(record.cases[finding.case].vector).or_insert(finding);
            }
        }
        Self { record, outcomes, baseline, vectors, findings }
    }

    /// The details of the first case of `vector` that counts, if the record has them.
    pub(crate) fn finding(&self, vector: usize) -> Option<&'a Finding> {
        self.findings.get(&vector).copied()
    }

    /// What the decoder gave for `case`, which counts against it.
    pub(crate) fn observed(&self, case: usize) -> &'a str {
        self.outcomes.observed_in(case).unwrap_or_default()
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

    /// The entries of the baseline that make the run fail, in the order of its file.
    pub(crate) fn red_deviations(&self) -> impl Iterator<Item = &'a Deviation> {
        let red = |baseline: &'a BaselineRecord| {
            baseline.deviations.iter().filter(|deviation| baseline.counts(deviation))
        };
        self.baseline.into_iter().flat_map(red)
    }

    /// What the baseline says of `case`, in a word; empty without one.
    pub(crate) fn mark(&self, case: usize) -> &'static str {
        let Some(baseline) = self.baseline else { return "" };
        if baseline.regressed.contains(case) {
            return "regressed";
        }
        let of_case = |deviation: &&Deviation| deviation.case == Some(case);
        let deviation = baseline.deviations.iter().find(of_case);
        deviation.map_or("not as listed", |deviation| deviation.kind.name())
    }
}

impl<'a> VectorSummary<'a> {
    /// What is wrong, or why it was not judged, without the numbers of a case; empty where there is nothing to say.
    pub(crate) fn cause(&self) -> &'a str {
        self.outcome.map_or("", |outcome| outcome.cause.as_deref().unwrap_or(outcome.verdict.name()))
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

/// How a case of that outcome stands.
fn standing(outcome: &OutcomeGroup, case: usize, baseline: Option<&BaselineRecord>) -> VectorStanding {
    let is_known = || baseline.is_some_and(|baseline| baseline.known.contains(case));
    match outcome.verdict.class() {
        VerdictClass::Unjudged => VectorStanding::NotJudged,
        VerdictClass::Right => VectorStanding::Right,
        VerdictClass::Wrong | VerdictClass::Broken if is_known() => VectorStanding::Known,
        VerdictClass::Broken => VectorStanding::Broken,
        VerdictClass::Wrong => VectorStanding::Wrong,
    }
}

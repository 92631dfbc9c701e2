//! What is remembered of the main pass of one decoder, so that its answers can be compared with later ones.

use illformed_judge::case::Plan;
use illformed_judge::cause::{Cause, Diagnosis, FoundCause};
use illformed_judge::expected::Replacements;
use illformed_judge::judge::{Checked, Judged, Judgement, Response, VerdictKind};
use illformed_vectors::Input;
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// The main pass of one decoder. It takes 32 bytes a case.
#[derive(Debug, Default)]
pub(super) struct Pass {
    /// The numbers of the cases that the decoder could be asked.
    pub(super) asked: Vec<usize>,
    pub(super) given: Vec<CaseSummary>,
    /// The texts by which the decoder replaces errors, as far as they matter.
    pub(super) replacements: Replacements,
    /// The kinds of failures, in the order in which they were seen.
    pub(super) kinds: IndexSet<FailureKind>,
    /// Why answers count against the decoder: by its claim, and by RFC 3629.
    pub(super) diagnoses: [Diagnosis; 2],
    /// Whether both are one, since its claim is without reserve: then the second is not kept.
    pub(super) is_unreserved: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CaseSummary {
    /// A digest of the first response.
    pub(super) answer: u64,
    /// The verdicts: by the claim, and by RFC 3629.
    pub(super) verdicts: [VerdictKind; 2],
    /// How it was judged, as far as the choice of cases depends on it.
    pub(super) class: Class,
    /// The number of its kind of failure.
    pub(super) kind: Option<u32>,
    /// How many cases after it were outstanding when the process broke.
    pub(super) after: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// It counts against the decoder.
    Failing,
    /// It was answered, and the judge could not compare the answer with anything.
    NotCompared,
    Passing,
    /// There is no answer to compare, or to wait for one again would take long.
    Unanswered,
}

/// Failures that look alike: the bad verdicts of both judgements, with their causes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct FailureKind([Option<(VerdictKind, Option<String>)>; 2]);

impl FailureKind {
    /// That of `judged`, if it counts against the decoder in either judgement.
    pub(super) fn of(judged: &Judged) -> Option<Self> {
        let part = |judgement: &Judgement| {
            let kind = judgement.verdict.kind();
            let cause = judgement.verdict.cause().filter(|_| !kind.has_varying_cause());
            kind.is_bad().then(|| (kind, cause.map(Into::into)))
        };
        let parts = [part(&judged.claim), part(&judged.shown)];
        parts.iter().any(Option::is_some).then_some(Self(parts))
    }

    /// Whether the process died, hung or wrote what is no answer.
    pub(super) fn is_broken(&self) -> bool {
        self.has(VerdictKind::is_broken)
    }

    /// Whether to ask it again may mean to wait for an answer that does not come: that of an adapter that answers another
    /// request is missing when it is asked alone.
    pub(super) fn is_slow(&self) -> bool {
        self.has(|verdict| matches!(verdict, VerdictKind::TimedOut | VerdictKind::ProtocolError))
    }

    /// Whether the answers to one case differed within the pass.
    pub(super) fn is_flaky(&self) -> bool {
        self.has(|verdict| verdict == VerdictKind::Flaky)
    }

    fn has(&self, is_one: impl Fn(VerdictKind) -> bool) -> bool {
        self.0.iter().flatten().any(|(verdict, _)| is_one(*verdict))
    }
}

impl Pass {
    /// Takes what came of the next of `asked`, the case of that number. The response is the first one, and `answer` its digest.
    pub(super) fn take(
        &mut self,
        plan: &Plan<'_>,
        number: usize,
        judged: &Judged,
        response: &Response,
        answer: u64,
    ) {
        self.diagnose(plan, number, judged, Some(response));
        let kind = FailureKind::of(judged);
        let is_compared = [judged.claim.checked, judged.shown.checked] != [Checked::default(); 2];
        let class = match (&kind, response) {
            (Some(kind), _) if kind.is_broken() => Class::Unanswered,
            (Some(_), _) => Class::Failing,
            (None, Response::Observed(_)) if is_compared => Class::Passing,
            (None, Response::Observed(_)) => Class::NotCompared,
            (None, _) => Class::Unanswered,
        };
        let verdicts = [judged.claim.verdict.kind(), judged.shown.verdict.kind()];
        let kind = kind.map(|kind| self.kinds.insert_full(kind).0 as u32);
        let after = response.window().map_or(0, |(_, after)| after as u32);
        self.given.push(CaseSummary { answer, verdicts, class, kind, after });
    }

    /// Takes what is wrong with the answer to the case of that number, in the place of what was known of it.
    pub(super) fn diagnose(
        &mut self,
        plan: &Plan<'_>,
        number: usize,
        judged: &Judged,
        response: Option<&Response>,
    ) {
        let judgements = [&judged.claim, &judged.shown].into_iter().take(2 - usize::from(self.is_unreserved));
        for (diagnosis, judgement) in self.diagnoses.iter_mut().zip(judgements) {
            diagnosis.take((number, &plan.cases[number]), judgement, response);
        }
    }

    /// Puts the wrong answers to the cases of those numbers down to `cause`.
    pub(super) fn settle_cases(&mut self, cases: &[usize], cause: Cause) {
        for case in cases {
            self.diagnoses.iter_mut().for_each(|diagnosis| diagnosis.settle(*case, cause));
        }
    }

    /// The causes of all failures: by its claim, and by RFC 3629. It is known to have the causes `known`.
    pub(super) fn causes(&self, plan: &Plan<'_>, known: &BTreeSet<Cause>) -> [Vec<FoundCause>; 2] {
        let [by_claim, shown] = self.diagnoses.each_ref().map(|one| one.causes(&plan.cases, known));
        let shown = if self.is_unreserved { by_claim.clone() } else { shown };
        [by_claim, shown]
    }

    /// The place, in the list of asked cases, of the case that asks `input`, if one does.
    pub(super) fn place_of(&self, plan: &Plan<'_>, input: &Input) -> Option<usize> {
        let asks =
            |case: &usize| plan.cases[*case].id.recipe.is_none() && *plan.cases[*case].input() == *input;
        self.asked.iter().position(asks)
    }

    /// Whether the case at `place` passed, and no case of its group of vectors counts against the decoder.
    pub(super) fn passes_with_group(&self, plan: &Plan<'_>, place: usize) -> bool {
        let group = |case: usize| plan.cases[case].id.vector.group();
        let mut failing = self.asked.iter().zip(&self.given).filter(|(_, given)| given.kind.is_some());
        self.given[place].class == Class::Passing
            && !failing.any(|(case, _)| group(*case) == group(self.asked[place]))
    }
}

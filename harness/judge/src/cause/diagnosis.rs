//! What is wrong with the answers of one decoder, and the causes of it.

use crate::case::Case;
use crate::cause::asked_parts::is_open;
use crate::cause::attribution::{CaseShape, SHORT, attributed};
use crate::cause::{Cause, Deviation, Relation};
use crate::judge::{Judgement, Response, Verdict};
use crate::shown::{answer_words, expected_answer, given_answer};
use illformed_codec::ErrorKind;
use illformed_vectors::VectorId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How many kinds of ill-formed input a decoder may accept before it is said to report no errors at all.
const MOST_ACCEPTED: usize = 7;

/// A cause of a decoder, with all cases that it explains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCause {
    /// The cause.
    pub cause: Cause,
    /// The numbers of the cases in the plan, in order.
    pub cases: Vec<usize>,
    /// The case that shows it best: one call with the fewest bytes.
    pub example: Example,
    /// The errors of the input that have to do with it, where the name of the cause does not say it.
    pub errors: Vec<ErrorKind>,
    /// Of refused input, the classes, if there are several.
    pub classes: Vec<Cause>,
    /// Of a wrong offset, what it is in all cases instead, if that is one thing.
    pub relation: Option<Relation>,
}

/// A case that shows a cause.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Example {
    /// Its number in the plan.
    pub case: usize,
    /// What is expected, in words; empty where that is not kept.
    pub expected: String,
    /// What came, likewise.
    pub observed: String,
}

/// What is wrong with the answers of one decoder, collected case by case.
#[derive(Debug, Clone, Default)]
pub struct Diagnosis {
    pub(super) deviations: BTreeMap<usize, Deviation>,
    /// How plain and how long each case is that was taken with its answer, and its words.
    examples: BTreeMap<usize, (CaseShape, usize, Example)>,
    /// What is wrong with short parts of the inputs, if they were asked.
    pub(super) short: Option<Vec<Deviation>>,
}

impl Diagnosis {
    /// Takes what `judgement` says of the answer `response` to `case`, the one with that number in the plan, in the place of
    /// what was known of it.
    pub fn take(
        &mut self,
        (number, case): (usize, &Case<'_>),
        judgement: &Judgement,
        response: Option<&Response>,
    ) {
        let Some(deviation) = judgement.deviation.as_deref() else {
            self.deviations.remove(&number);
            self.examples.remove(&number);
            return;
        };
        let (expected, observed) = match (&judgement.expected, response) {
            // One of its answers alone shows nothing.
            _ if matches!(judgement.verdict, Verdict::Flaky(_)) => {
                (String::new(), judgement.verdict.to_string())
            }
            (Some(expected), Some(response)) => answer_words(expected, response),
            (Some(expected), None) => (expected_answer(expected), String::new()),
            (None, Some(response)) => (String::new(), given_answer(response)),
            (None, None) => (String::new(), judgement.verdict.to_string()),
        };
        let shape = CaseShape::of(case, deviation.segment, SHORT);
        let example = Example { case: number, expected, observed };
        self.examples.insert(number, (shape, case.input().bytes().len(), example));
        self.insert(number, Deviation { offender: None, ..deviation.clone() });
    }

    /// Takes what is wrong in the case of that number, without an example.
    pub(crate) fn insert(&mut self, number: usize, deviation: Deviation) {
        self.deviations.insert(number, deviation);
    }

    pub(super) fn attributed(
        &self,
        cases: &[Case<'_>],
        expected: &BTreeSet<Cause>,
    ) -> BTreeMap<Cause, Vec<usize>> {
        attributed(cases, &self.deviations, self.short.as_deref(), expected)
    }

    /// Puts the wrong answer to the case of that number down to `cause`, if it is more than imprecise or stands behind a reset.
    pub fn settle(&mut self, number: usize, cause: Cause) {
        if let Some(deviation) = self.deviations.get_mut(&number).filter(|deviation| is_open(deviation)) {
            *deviation = Deviation { segment: deviation.segment, ..Deviation::new(cause) };
        }
    }

    /// The causes behind all deviations, the worst first, and of the equally bad ones that with the most vectors. `cases`
    /// are those of the plan.
    ///
    /// What short inputs in one call show is put down to the fewest causes that explain all of it. A case in several calls
    /// or within a long input belongs to these causes, too, or to the cause of the vector that it is derived from; what is
    /// left is sensitive to cuts, to what came before, or to the offset. Where several causes explain an answer, one of
    /// `expected` is taken: what a decoder is known to have, few cases show as well.
    pub fn causes(&self, cases: &[Case<'_>], expected: &BTreeSet<Cause>) -> Vec<FoundCause> {
        let mut found = self.attributed(cases, expected);
        let is_class = |cause: &Cause| cause.is_refusal() && *cause != Cause::RefusesWellFormed;
        let mut classes: BTreeSet<Cause> = found.keys().copied().filter(is_class).collect();
        if classes.is_empty() {
            classes.extend(self.deviations.values().map(|deviation| deviation.cause).filter(is_class));
        }
        merge(&mut found, Cause::RefusesWellFormed, 1, Cause::is_refusal);
        merge(&mut found, Cause::HidesErrors, MOST_ACCEPTED, Cause::accepts_ill_formed);
        let mut causes: Vec<FoundCause> =
            found.into_iter().map(|(cause, numbers)| self.found(cause, numbers, &classes)).collect();
        let vectors = |found: &FoundCause| {
            let ids: BTreeSet<&VectorId> = found.cases.iter().map(|case| &cases[*case].vector.id).collect();
            ids.len()
        };
        causes.sort_by_cached_key(|found| {
            (found.cause.severity(), Reverse((vectors(found), found.cases.len())))
        });
        causes
    }

    /// The `cause` of the cases with those `numbers`, where `classes` of input are refused.
    fn found(&self, cause: Cause, mut numbers: Vec<usize>, classes: &BTreeSet<Cause>) -> FoundCause {
        numbers.sort_unstable();
        let examples = numbers.iter().filter_map(|number| self.examples.get(number));
        let best = examples.min_by_key(|(shape, len, example)| {
            let Deviation { cause: own, at, .. } = &self.deviations[&example.case];
            (*shape, *own != cause, own.severity(), *len, *own, at.map(ErrorKind::name))
        });
        let example = best.map_or_else(
            || Example { case: numbers.first().copied().unwrap_or_default(), ..Example::default() },
            |(_, _, example)| example.clone(),
        );
        let deviations = numbers.iter().map(|number| &self.deviations[number]);
        let own = || deviations.clone().filter(|deviation| deviation.cause == cause);
        let errors: Vec<ErrorKind> = ErrorKind::ALL
            .iter()
            .copied()
            .filter(|kind| !cause.accepts_ill_formed() && own().any(|deviation| deviation.at == Some(*kind)))
            .collect();
        let is_common = |relation: &Relation| own().all(|deviation| deviation.relations.contains(relation));
        FoundCause {
            cause,
            example,
            errors,
            classes: classes.iter().copied().filter(|_| cause == Cause::RefusesWellFormed).collect(),
            relation: Relation::ALL.into_iter().find(is_common).filter(|_| cause == Cause::WrongOffset),
            cases: numbers,
        }
    }
}

/// Whether it is an answer that is wrong, and not only imprecise.
pub(super) fn is_severe_answer(deviation: &Deviation) -> bool {
    deviation.cause > Cause::Unstable && deviation.is_severe()
}

/// Puts the causes of a kind together as `whole`, if there are more of them than `most`.
fn merge(
    found: &mut BTreeMap<Cause, Vec<usize>>,
    whole: Cause,
    most: usize,
    is_part: impl Fn(Cause) -> bool,
) {
    let parts: Vec<Cause> = found.keys().copied().filter(|cause| is_part(*cause)).collect();
    if parts.len() > most {
        let merged: Vec<usize> = parts.iter().filter_map(|cause| found.remove(cause)).flatten().collect();
        found.entry(whole).or_default().extend(merged);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Plan;
    use crate::claim::{Claim, Profile};
    use crate::judge::{CaseToJudge, Verdict, judge_case};
    use crate::observation::{Observation, Text};
    use illformed_vectors::Suite;

    #[test]
    fn a_character_that_is_refused_behind_errors_alone_is_swallowed() {
        let plan = Plan::everything(Suite::embedded());
        let number = |id: &str| plan.cases.iter().position(|case| case.id.to_string() == id).unwrap();
        let behind = Deviation::new(Cause::RefusesTwoByte).with_kin([Cause::SwallowsNext, Cause::LosesText]);
        let alone = Deviation::new(Cause::RefusesTwoByte).with_kin([Cause::DecodesWrongly]);
        let mut diagnosis = Diagnosis::default();
        diagnosis.insert(number("truncated/c2-before-e1"), behind);
        let told = |diagnosis: &Diagnosis| -> Vec<Cause> {
            diagnosis.causes(&plan.cases, &BTreeSet::new()).iter().map(|found| found.cause).collect()
        };
        assert_eq!(told(&diagnosis), [Cause::SwallowsNext]);
        diagnosis.insert(number("standard/copyright-sign"), alone);
        assert_eq!(told(&diagnosis), [Cause::RefusesTwoByte]);
    }

    #[test]
    fn an_offset_that_is_wrong_more_often_than_cuts_are_has_a_cause_of_its_own() {
        let plan = Plan::everything(Suite::embedded());
        let is_cut = |number: &usize| {
            plan.cases[*number].id.recipe.is_some_and(|recipe| recipe.to_string().starts_with("split="))
        };
        let cut: Vec<usize> = (0..plan.cases.len()).filter(is_cut).collect();
        for (wrong, causes) in
            [(5, &[Cause::CutSensitive][..]), (6, &[Cause::CutSensitive, Cause::WrongOffset])]
        {
            let mut diagnosis = Diagnosis::default();
            diagnosis.insert(cut[0], Deviation::new(Cause::DecodesWrongly));
            for number in &cut[1..=wrong] {
                diagnosis.insert(*number, Deviation::new(Cause::WrongOffset));
            }
            let found = diagnosis.causes(&plan.cases, &BTreeSet::new());
            assert_eq!(found.iter().map(|found| found.cause).collect::<Vec<_>>(), causes);
        }
    }

    #[test]
    fn the_example_is_the_best_of_the_cases_that_still_show_the_cause() {
        let claim = Claim::strict(Profile::Rfc3629);
        let cases = ["overlong/nul-two-bytes", "overlong/solidus-two-bytes"]
            .map(|id| Plan::find(Suite::embedded(), &id.parse().unwrap()).unwrap());
        let flaky = Verdict::Flaky("it varies".to_owned());
        for (verdict, said) in
            [(flaky, "unstable 0, accepts-overlong-2 1"), (Verdict::Pass, "accepts-overlong-2 1")]
        {
            let mut diagnosis = Diagnosis::default();
            for (number, code) in [(0, 0), (1, 0x2F)] {
                let case = &cases[number];
                let response = Response::from(Observation::accept(Text::Utf32(vec![code])));
                let judged = judge_case(&CaseToJudge::new(case, &claim), std::slice::from_ref(&response));
                diagnosis.take((number, case), &judged.claim, Some(&response));
            }
            diagnosis.take((0, &cases[0]), &Judgement::unchecked(verdict), None);
            let found = diagnosis.causes(&cases, &BTreeSet::new());
            let told = found.iter().map(|found| format!("{} {}", found.cause, found.example.case));
            assert_eq!(told.collect::<Vec<_>>().join(", "), said);
            let last = &found[found.len() - 1].example;
            assert_eq!((&*last.expected, &*last.observed), ("an error at byte 0, length 1", "U+002F"));
        }
    }
}

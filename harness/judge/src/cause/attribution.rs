//! From the deviations of all cases to the causes of a decoder.

use crate::case::Case;
use crate::cause::cover::Cover;
use crate::cause::deviation::ruled_out;
use crate::cause::sensitivity::{calls, chunks, sensitivities};
use crate::cause::{Cause, Deviation, Relation, Severity};
use crate::judge::{Judgement, Response};
use crate::shown::{answer_words, expected_answer, given_answer};
use illformed_codec::ErrorKind;
use illformed_vectors::{Input, VectorId};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The longest input, in bytes, that shows a fault wherever it stands: a decoder that looks at blocks has not begun one.
const SHORT: usize = 15;

/// How many short inputs a suite has at least that is likely to show in them what short inputs can show.
const FEW: usize = 100;

/// How many kinds of ill-formed input a decoder may accept before it is said to report no errors at all.
const MOST_ACCEPTED: usize = 7;

/// How many imprecise answers come of a fault for each that is wrong. Where there are more they have a cause of their own.
const MOST_BESIDE: usize = 5;

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
    deviations: BTreeMap<usize, Deviation>,
    /// How plain and how long each case is that was taken with its answer, and its words.
    examples: BTreeMap<usize, (CaseShape, usize, Example)>,
}

/// What kind of case shows a cause, the plainest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CaseShape {
    Plain,
    Long,
    Cut,
    /// One call, and nothing says whether the input ends there.
    Open,
    Used,
}

impl CaseShape {
    /// The shape of `case` as the segment with that number shows it. An input of more than `longest` bytes is long.
    fn of(case: &Case<'_>, segment: usize, longest: usize) -> Self {
        match (case.input(), case.id.recipe) {
            (_, Some(recipe)) if recipe.is_used() || recipe.warm_up().is_some() => Self::Used,
            (Input::Calls(_), _) if segment > 0 => Self::Used,
            (Input::Calls(script), _) if script.segments().next().is_none_or(|calls| calls.len() < 2) => {
                Self::Open
            }
            (Input::Calls(_), _) => Self::Cut,
            // All scalar values are asked nowhere else.
            (Input::Bytes(_), Some(recipe)) if recipe.is_codes() && !recipe.brings_bytes() => Self::Plain,
            (Input::Bytes(_), Some(recipe)) if recipe.place().is_some() => Self::Long,
            (Input::Bytes(bytes), _) if bytes.len() > longest => Self::Long,
            (Input::Bytes(_), _) => Self::Plain,
        }
    }
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

    /// The numbers of the failures in several calls that few `cases` do not explain; see [`parts`](crate::cause::parts).
    pub fn open(&self, cases: &[Case<'_>]) -> Vec<usize> {
        if cases.iter().filter(|case| is_alone(case)).count() >= FEW {
            return Vec::new();
        }
        let is_answer = |deviation: &Deviation| deviation.cause > Cause::Unstable && deviation.is_severe();
        let open = self.deviations.iter().filter(|(_, deviation)| is_answer(deviation));
        open.map(|(number, _)| *number).filter(|number| cases[*number].is_script()).collect()
    }

    /// Puts the failure of the case of that number down to `cause`.
    pub fn settle(&mut self, number: usize, cause: Cause) {
        if let Some(deviation) = self.deviations.get_mut(&number) {
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
        let mut found = attributed(cases, &self.deviations, expected);
        merge(&mut found, Cause::RefusesWellFormed, 1, Cause::is_refusal);
        merge(&mut found, Cause::HidesErrors, MOST_ACCEPTED, Cause::accepts_ill_formed);
        let mut causes: Vec<FoundCause> =
            found.into_iter().map(|(cause, numbers)| self.found(cause, numbers)).collect();
        let vectors = |found: &FoundCause| {
            let ids: BTreeSet<&VectorId> = found.cases.iter().map(|case| &cases[*case].vector.id).collect();
            ids.len()
        };
        causes.sort_by_cached_key(|found| (found.cause.severity(), Reverse(vectors(found))));
        causes
    }

    fn found(&self, cause: Cause, mut numbers: Vec<usize>) -> FoundCause {
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
        let all = || numbers.iter().map(|number| &self.deviations[number]);
        let own = || all().filter(|deviation| deviation.cause == cause);
        let errors: Vec<ErrorKind> = ErrorKind::ALL
            .iter()
            .copied()
            .filter(|kind| !cause.accepts_ill_formed() && own().any(|deviation| deviation.at == Some(*kind)))
            .collect();
        let is_several = cause == Cause::RefusesWellFormed;
        let classes: BTreeSet<Cause> =
            all().map(|deviation| deviation.cause).filter(|class| is_several && class.is_refusal()).collect();
        let is_common = |relation: &Relation| own().all(|deviation| deviation.relations.contains(relation));
        FoundCause {
            cause,
            example,
            errors,
            classes: classes.into_iter().filter(|class| *class != cause).collect(),
            relation: Relation::ALL.into_iter().find(is_common).filter(|_| cause == Cause::WrongOffset),
            cases: numbers,
        }
    }
}

/// The numbers of the cases that each cause explains.
fn attributed(
    cases: &[Case<'_>],
    deviations: &BTreeMap<usize, Deviation>,
    expected: &BTreeSet<Cause>,
) -> BTreeMap<Cause, Vec<usize>> {
    if deviations.is_empty() {
        return BTreeMap::new();
    }
    // Whether the same bytes are right when they stand alone: that of the vector itself, or what many short inputs show.
    let alone: HashSet<&VectorId> =
        cases.iter().filter(|case| is_alone(case)).map(|case| &case.vector.id).collect();
    let has_few = alone.len() < FEW;
    let longest = longest(cases);
    let is_plain = |number: &usize| CaseShape::of(&cases[*number], 0, longest) == CaseShape::Plain;
    let plain = deviations.iter().filter(|(number, _)| is_plain(number)).map(|(_, deviation)| deviation);
    let plain = plain.collect::<Vec<_>>();
    // Where no such character is refused without an error before it, it is swallowed with that.
    let swallows = |deviation: &Deviation| deviation.all().any(|cause| cause == Cause::SwallowsNext);
    let refused: BTreeSet<Cause> =
        plain.iter().filter(|one| !swallows(one)).flat_map(|one| one.all()).collect();
    let is_swallowed = |deviation: &Deviation| {
        let cause = deviation.cause;
        !has_few && cause.is_refusal() && swallows(deviation) && !refused.contains(&cause)
    };
    let mut as_told = Vec::with_capacity(plain.len());
    for deviation in plain {
        as_told.push(if is_swallowed(deviation) {
            let others = deviation.all().filter(|cause| !cause.is_refusal());
            Cow::Owned(Deviation::new(Cause::SwallowsNext).with_kin(others))
        } else {
            Cow::Borrowed(deviation)
        });
    }
    let cover = Cover::of(as_told.iter().map(Cow::as_ref), expected);
    let of_vectors: HashMap<&VectorId, &Deviation> = deviations
        .iter()
        .filter(|(number, _)| cases[**number].id.recipe.is_none())
        .map(|(number, deviation)| (&cases[*number].vector.id, deviation))
        .collect();
    let mut found: BTreeMap<Cause, Vec<usize>> = BTreeMap::new();
    let mut open = Vec::new();
    for (number, deviation) in deviations {
        let case = &cases[*number];
        let base = case.id.recipe.and_then(|_| of_vectors.get(&case.vector.id));
        let of_base = || base.and_then(|base| cover.cause(base)).filter(|_| !is_imprecise(deviation));
        match cover.cause(deviation).or_else(of_base) {
            Some(cause) => found.entry(cause).or_default().push(*number),
            None => open.push((*number, deviation)),
        }
    }
    let ruled_out: BTreeSet<Cause> = cases
        .iter()
        .filter(|case| has_few && is_alone(case) && !of_vectors.contains_key(&case.vector.id))
        .flat_map(|case| ruled_out(case.vector))
        .collect();
    let is_known_alone = |case: &Case<'_>| {
        let id = &case.vector.id;
        let brings_bytes = case.id.recipe.is_some_and(|recipe| recipe.brings_bytes());
        alone.contains(id) && !of_vectors.contains_key(id) && !brings_bytes
    };
    let severe = || open.iter().filter(|(_, deviation)| !is_imprecise(deviation));
    // Whether a chunk is wrong with which a script begins and which nothing cuts.
    let is_one_chunk = |(number, deviation): &(usize, &Deviation)| {
        chunks(calls(&cases[*number], deviation.segment)) == 1 && deviation.segment == 0
    };
    let is_wrong_at_once = severe().any(is_one_chunk);
    let sensitive = |(number, deviation): &(usize, &Deviation)| {
        let case = &cases[*number];
        if has_few && !is_known_alone(case) && !ruled_out.contains(&deviation.cause) {
            Vec::new()
        } else {
            sensitivities(case, deviation, is_wrong_at_once)
        }
    };
    // What stands in a row of codes is asked nowhere else, and its place need not matter.
    let is_row = |number: &usize| cases[*number].id.recipe.is_some_and(|recipe| recipe.is_codes());
    // What is sensitive to one thing alone says what the others are sensitive to.
    let shown: BTreeSet<Cause> = severe()
        .filter(|(number, _)| !is_row(number))
        .map(sensitive)
        .filter_map(|all| if let [only] = all.as_slice() { Some(*only) } else { None })
        .collect();
    let mut told: BTreeMap<Cause, usize> = BTreeMap::new();
    for one in severe() {
        let all = sensitive(one);
        let first = all.first().filter(|_| !is_row(&one.0));
        let cause = *all.iter().find(|cause| shown.contains(cause)).or(first).unwrap_or(&one.1.cause);
        *told.entry(cause).or_default() += 1;
        found.entry(cause).or_default().push(one.0);
    }
    // What is imprecise is put down to what the others are.
    let mut imprecise: BTreeMap<(Cause, Option<Cause>), Vec<usize>> = BTreeMap::new();
    for one in open.iter().filter(|(_, deviation)| is_imprecise(deviation)) {
        let known = sensitive(one).into_iter().filter(|cause| told.contains_key(cause));
        let cause = known.max_by_key(|cause| told[cause]);
        imprecise.entry((one.1.cause, cause)).or_default().push(one.0);
    }
    for ((own, cause), numbers) in imprecise {
        let cause = cause.filter(|cause| numbers.len() <= MOST_BESIDE * told[cause]).unwrap_or(own);
        found.entry(cause).or_default().extend(numbers);
    }
    found
}

/// Whether `case` asks a vector as it is, and in one piece.
fn is_alone(case: &Case<'_>) -> bool {
    case.id.recipe.is_none() && matches!(*case.input(), Input::Bytes(_))
}

fn is_imprecise(deviation: &Deviation) -> bool {
    deviation.cause.severity() == Severity::Imprecise
}

/// How many bytes an input may have that is not long. Where few inputs are short, none is long: a fault that they do not show
/// may still be there.
fn longest(cases: &[Case<'_>]) -> usize {
    let is_short = |case: &&Case<'_>| (1..=SHORT).contains(&case.input().bytes().len());
    if cases.iter().filter(is_short).take(FEW).count() >= FEW { SHORT } else { usize::MAX }
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
        let is_cut = |number: &usize| plan.cases[*number].id.recipe.is_some_and(|recipe| recipe.is_one_cut());
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

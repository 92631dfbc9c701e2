//! Asks cases again after the main pass of a decoder: in fresh processes, and in another order.

use crate::ask::adapter::{Adapter, Session};
use crate::ask::reproducer::Reproducer;
use crate::record::run::fresh::{Asked, Brief, Fresh};
use crate::record::run::history::{Sequence, Suspect, SuspectCause};
use crate::record::run::pass::{Class, FailureKind, Pass};
use crate::record::run::sample::{Effort, alone, sample};
use crate::record::run::{AskedAgain, CorrectedCase, Dependence, RunOptions};
use illformed_judge::case::Plan;
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::{Response, VerdictKind};
use std::collections::{BTreeMap, BTreeSet};

/// How many failures are traced that were not among those asked alone and did not come again in another order.
const MOST_TRACED: usize = 12;

/// How many cases are asked to find out what the failures of a decoder depend on: so many passes like the main one, and a
/// number that is nothing to wait for. Each trial of a long sequence takes as long as the pass.
const MOST_PASSES: usize = 6;
const LEAST_CASES: usize = 20_000;

/// Asks the decoders that share a session again, one after the other.
pub(super) struct Reasking<'a> {
    fresh: Fresh<'a>,
    effort: Effort,
    /// Asks the samples of all decoders, where the effort is to be small.
    shared: Option<Box<dyn Session>>,
    /// The decoders whose main pass is over, in the order in which they were asked.
    before: Vec<usize>,
}

/// The answers to a sample of cases.
struct SampleResponses<'a> {
    pass: &'a Pass<'a>,
    /// The places of the cases in the list of asked cases.
    places: &'a [usize],
    responses: Vec<Response>,
}

impl<'a> Reasking<'a> {
    pub(super) fn new(
        plan: &'a Plan<'a>,
        adapter: &'a dyn Adapter,
        introduced: &'a [DecoderInfo],
        options: &'a RunOptions,
    ) -> Self {
        // A user's own adapter is examined in depth. A survey asks more than a hundred decoders, and some of them take a
        // second to start.
        let effort = if adapter.command().is_empty() { Effort::Sparing } else { Effort::Thorough };
        let fresh =
            Fresh { plan, options, reproducer: Reproducer::new(adapter, introduced, &options.interrupted) };
        Self { fresh, effort, shared: None, before: Vec::new() }
    }

    /// Asks decoder `number` again after that main pass. The corrections are in the plan's order.
    pub(super) fn again(&mut self, number: usize, pass: &Pass<'_>) -> (AskedAgain, Vec<CorrectedCase>) {
        let cases = LEAST_CASES + MOST_PASSES * pass.asked.len();
        self.fresh.reproducer.allow(self.effort.starts(), cases);
        let places = sample(pass, self.effort);
        let mut state = RecheckState::of(pass);
        if let Some(first) = self.screened(number, pass, &places) {
            state.asked_again.cases = places.len();
            self.compare(number, &first, &mut state);
        }
        if !state.asked_again.unstable && pass.kinds.iter().any(FailureKind::is_flaky) {
            state.asked_again.unstable = self.differs_as_a_whole(number, pass, &mut state);
        }
        self.trace(number, &mut state);
        self.before.push(number);
        state.finished(self.fresh.reproducer.introduced())
    }

    /// Ends the session that was kept.
    pub(super) fn close(self) {
        if let Some(session) = self.shared {
            session.close();
        }
    }

    /// The answers to the sample, in a session that asked nothing but samples before.
    fn screened<'p>(
        &mut self,
        number: usize,
        pass: &'p Pass<'p>,
        places: &'p [usize],
    ) -> Option<SampleResponses<'p>> {
        if places.is_empty() {
            return None;
        }
        if self.effort == Effort::Thorough {
            return self.sampled(number, pass, places);
        }
        if self.shared.is_none() {
            self.shared = self.fresh.open();
        }
        let session = self.shared.as_mut()?;
        let asked = self.fresh.ask_in(session.as_mut(), number, &cases(pass, places), 1);
        (!self.fresh.reproducer.is_interrupted()).then(|| SampleResponses::new(pass, places, asked))
    }

    /// The answers to the sample in a new process.
    fn sampled<'p>(
        &mut self,
        number: usize,
        pass: &'p Pass<'p>,
        places: &'p [usize],
    ) -> Option<SampleResponses<'p>> {
        let asked = self.fresh.ask_rounds(&[number], &cases(pass, places), 1)?;
        Some(SampleResponses::new(pass, places, asked))
    }

    /// Compares the sample with the main pass. Where they differ, the same sequence in two new processes shows whether the
    /// answers differ from time to time or depend on what was asked before.
    fn compare(&mut self, number: usize, screened: &SampleResponses<'_>, state: &mut RecheckState<'_>) {
        let differing = screened.differing();
        if differing.is_empty() {
            return;
        }
        let (pass, places) = (screened.pass, screened.places);
        let Some(one) = self.sampled(number, pass, places) else { return };
        let other = match self.effort {
            Effort::Sparing => self.sampled(number, pass, places),
            Effort::Thorough => None,
        };
        let (first, second) = other.as_ref().map_or((screened, &one), |other| (&one, other));
        let mut unequal = false;
        for (at, place) in places.iter().enumerate() {
            let (answer, then) = (&first.responses[at], &second.responses[at]);
            if !is_same(answer, then) {
                unequal = true;
                state
                    .flaky
                    .insert(*place, format!("answered `{answer}`, then `{then}`, after the same cases"));
            }
        }
        state.asked_again.unstable |= unequal;
        for (place, response) in first.differing().into_iter().chain(differing) {
            let class = pass.given[place].class;
            // A failure that needs earlier cases is a failure; only what passed in one order is none of both.
            if unequal || class != Class::Failing {
                let why = if unequal { "answered otherwise when asked again" } else { DEPENDS };
                state.flaky.entry(place).or_insert_with(|| format!("{why}, in another order: `{response}`"));
            } else {
                state.suspects.insert(place);
            }
        }
    }

    /// Whether two more passes like the main one, in new processes, differ from each other.
    fn differs_as_a_whole(&mut self, number: usize, pass: &Pass<'_>, state: &mut RecheckState<'_>) -> bool {
        let whole: Vec<usize> = pass.asked.iter().map(|(case, _)| *case).collect();
        let one = self.fresh.ask_briefly(&[number], &whole);
        let other = self.fresh.ask_briefly(&[number], &whole);
        let Some((one, other)) = one.zip(other) else { return false };
        let mut differs = false;
        for (place, (answers, others)) in one.iter().zip(&other).enumerate() {
            // Of several rounds those are kept that differ: the last ones do if any does.
            if let Some((answer, then)) = [(answers.first(), others.first()), (answers.last(), others.last())]
                .into_iter()
                .find_map(|(answer, then)| answer.zip(then).filter(|(answer, then)| !answer.is_same(then)))
            {
                differs = true;
                let (answer, then) = (&answer.words, &then.words);
                state
                    .flaky
                    .insert(place, format!("answered `{answer}`, then `{then}`, after the same cases"));
            }
        }
        differs
    }

    /// Finds out what failures depend on.
    fn trace(&mut self, number: usize, state: &mut RecheckState<'_>) {
        let pass = state.pass;
        let mut suspects: Vec<(usize, usize)> = match self.effort {
            Effort::Sparing => Vec::new(),
            Effort::Thorough => alone(pass).map(|first| (first.place, first.after)).collect(),
        };
        let known: BTreeSet<usize> = suspects.iter().map(|(place, _)| *place).collect();
        let others = state.suspects.iter().filter(|place| !known.contains(place)).take(MOST_TRACED);
        suspects.extend(others.map(|place| (*place, 0)));
        let mut is_waited_for = false;
        for (place, after) in suspects {
            let Some(kind) = pass.given[place].kind.filter(|_| !state.flaky.contains_key(&place)) else {
                continue;
            };
            let kind = pass.kinds[kind].clone();
            // To wait again for an answer that does not come takes long: one of these failures stands for all.
            if kind.is_slow() && std::mem::replace(&mut is_waited_for, true) {
                continue;
            }
            let before = self.before.clone();
            let suspect = Suspect { decoder: number, before: &before, pass, place, kind, after };
            let case = pass.asked[place].0;
            if state.asked_again.unstable {
                // What an unstable decoder shows after one sequence and not after another proves nothing.
                let is_answered = pass.given[place].class != Class::Unanswered;
                if is_answered && suspect.fails_alone(&mut self.fresh) == Some(false) {
                    state.flaky.insert(place, "passes when asked again".to_owned());
                }
                continue;
            }
            match suspect.cause(&mut self.fresh, &state.sequences) {
                SuspectCause::Alone => drop(state.alone.insert(case)),
                SuspectCause::Earlier(sequence) => state.sequences.push(sequence),
                SuspectCause::Unknown => {}
                SuspectCause::NotReproduced => {
                    state.asked_again.unstable = true;
                    state.sequences.clear();
                    // A crash is worse than another answer: it stays one.
                    if pass.given[place].class != Class::Unanswered {
                        state.flaky.insert(place, "does not fail again after the same cases".to_owned());
                    }
                    self.compare_whole(number, state);
                }
            }
        }
    }

    /// Asks all of the main pass again in a new process, after the same decoders as before.
    fn compare_whole(&mut self, number: usize, state: &mut RecheckState<'_>) {
        let decoders = [self.before.as_slice(), &[number]].concat();
        let all: Vec<usize> = (0..self.fresh.plan.cases.len()).collect();
        let Some(asked) = self.fresh.ask_briefly(&decoders, &all) else { return };
        for (place, briefs) in asked.iter().enumerate() {
            let given = state.pass.given[place];
            let is_answered = given.class != Class::Unanswered;
            if let Some(Brief { words, .. }) =
                briefs.first().filter(|brief| is_answered && brief.answer != given.answer)
            {
                let words = format!("answered otherwise when asked again after the same cases: `{words}`");
                state.flaky.entry(place).or_insert(words);
            }
        }
    }
}

/// What is reported of a decoder whose answers depend on the order of cases.
const DEPENDS: &str = "depends on earlier cases: answered otherwise";

/// What is known so far.
struct RecheckState<'a> {
    pass: &'a Pass<'a>,
    asked_again: AskedAgain,
    /// The places of cases whose answers differ, with the words for it.
    flaky: BTreeMap<usize, String>,
    /// The places of failures that did not come again in another order.
    suspects: BTreeSet<usize>,
    /// Cases that failed as before when they were asked alone.
    alone: BTreeSet<usize>,
    sequences: Vec<Sequence>,
}

impl<'a> RecheckState<'a> {
    fn of(pass: &'a Pass<'a>) -> Self {
        Self {
            pass,
            asked_again: AskedAgain::default(),
            flaky: BTreeMap::new(),
            suspects: BTreeSet::new(),
            alone: BTreeSet::new(),
            sequences: Vec::new(),
        }
    }

    fn finished(mut self, introduced: &[DecoderInfo]) -> (AskedAgain, Vec<CorrectedCase>) {
        self.sequences.sort_unstable_by_key(|sequence| sequence.case);
        let dependence = |Sequence { case, cases: sequence, before }: Sequence| {
            let decoders = before.iter().map(|number: &usize| introduced[*number].name.clone()).collect();
            Dependence { case, sequence: sequence.into_iter().collect(), decoders }
        };
        self.asked_again.alone = self.alone.into_iter().collect();
        self.asked_again.dependences = self.sequences.into_iter().map(dependence).collect();
        let correction = |(place, why): (usize, String)| {
            let was = self.pass.given[place].verdicts;
            CorrectedCase { case: self.pass.asked[place].0, was, why }
        };
        let corrections = self.flaky.into_iter().map(correction);
        (
            self.asked_again,
            corrections.filter(|correction| correction.was != [VerdictKind::Flaky; 2]).collect(),
        )
    }
}

impl<'a> SampleResponses<'a> {
    fn new(pass: &'a Pass<'a>, places: &'a [usize], asked: Asked<'_>) -> Self {
        // One round: one response each.
        let responses = asked.responses.into_iter().flatten().collect();
        Self { pass, places, responses }
    }

    /// The places of cases that were answered otherwise than in the main pass, with the answers.
    fn differing(&self) -> Vec<(usize, Response)> {
        let broken = self.pass.kinds.iter().any(FailureKind::is_broken);
        let pairs = self.places.iter().zip(&self.responses);
        let differing = pairs.filter(|(place, response)| {
            // What breaks the process in one order breaks it in another over another case: that is state already.
            let is_told = broken && is_broken(response);
            let is_asked = !matches!(response, Response::NotAsked(_)) && !is_told;
            let is_flaky = self.pass.given[**place].verdicts.contains(&VerdictKind::Flaky);
            is_asked && !is_flaky && self.pass.differs(**place, response)
        });
        differing.map(|(place, response)| (*place, response.clone())).collect()
    }
}

fn cases(pass: &Pass<'_>, places: &[usize]) -> Vec<usize> {
    places.iter().map(|place| pass.asked[*place].0).collect()
}

/// Whether the process died, hung or wrote what is no answer.
fn is_broken(response: &Response) -> bool {
    !matches!(response, Response::Observed(_) | Response::Skipped(_) | Response::NotAsked(_))
}

/// Whether two responses say the same. In which words a process died, and what else was outstanding, differs.
fn is_same(one: &Response, other: &Response) -> bool {
    let is_answer = |response: &Response| matches!(response, Response::Observed(_) | Response::Skipped(_));
    one == other || !is_answer(one) && !is_answer(other)
}

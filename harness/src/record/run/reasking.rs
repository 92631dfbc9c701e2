//! Asks cases again after the main pass of a decoder: in fresh processes, and in another order.

use crate::ask::adapter::{Adapter, Session};
use crate::ask::reproducer::Reproducer;
use crate::record::run::fresh::{Brief, Fresh};
use crate::record::run::history::{Sequence, Suspect, SuspectCause};
use crate::record::run::pass::{Class, FailureKind, Pass};
use crate::record::run::sample::{Effort, alone, sample};
use crate::record::run::{AskedAgain, CorrectedCase, Dependence, RunOptions};
use illformed_judge::case::Plan;
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::VerdictKind;
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
            self.compare(number, &places, &first, &mut state);
        }
        if !state.asked_again.unstable && pass.kinds.iter().any(FailureKind::is_flaky) {
            state.asked_again.unstable = self.differs_as_a_whole(number, pass, &mut state);
        }
        self.trace(number, &mut state);
        self.before.push(number);
        state.finished(self.fresh.reproducer.introduced())
    }

    pub(super) fn close(self) {
        if let Some(session) = self.shared {
            session.close();
        }
    }

    /// The answers to the sample, in a session that asked nothing but samples before.
    fn screened(&mut self, number: usize, pass: &Pass<'_>, places: &[usize]) -> Option<Vec<Brief>> {
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
        let asked = self.fresh.ask_in::<Brief>(session.as_mut(), number, &cases(pass, places), 1);
        (!self.fresh.reproducer.is_interrupted()).then(|| asked.kept.into_iter().flatten().collect())
    }

    /// The answers to the sample in a new process, one each.
    fn sampled(&mut self, number: usize, pass: &Pass<'_>, places: &[usize]) -> Option<Vec<Brief>> {
        let asked = self.fresh.ask::<Brief>(&[number], &cases(pass, places), 1)?;
        Some(asked.kept.into_iter().flatten().collect())
    }

    /// Compares the sample, the cases at `places`, with the main pass. Where they differ, the same sequence in two new
    /// processes shows whether the answers differ from time to time or depend on what was asked before.
    fn compare(&mut self, number: usize, places: &[usize], screened: &[Brief], state: &mut RecheckState<'_>) {
        let pass = state.pass;
        let differing = differing(pass, places, screened);
        if differing.is_empty() {
            return;
        }
        let Some(one) = self.sampled(number, pass, places) else { return };
        let other = match self.effort {
            Effort::Sparing => self.sampled(number, pass, places),
            Effort::Thorough => None,
        };
        let (first, second) = other.as_deref().map_or((screened, &*one), |other| (&*one, other));
        let mut unequal = false;
        for ((place, answer), then) in places.iter().zip(first).zip(second) {
            if !answer.is_same(then) {
                unequal = true;
                state.differs(*place, answer, then);
            }
        }
        state.asked_again.unstable |= unequal;
        for (place, words) in self::differing(pass, places, first).into_iter().chain(differing) {
            let class = pass.given[place].class;
            // A failure that needs earlier cases is a failure; only what passed in one order is none of both.
            if unequal || class != Class::Failing {
                let why = if unequal { "answered otherwise when asked again" } else { DEPENDS };
                state.flaky.entry(place).or_insert_with(|| format!("{why}, in another order: `{words}`"));
            } else {
                state.suspects.insert(place);
            }
        }
    }

    /// Whether two more passes like the main one, in new processes, differ from each other.
    fn differs_as_a_whole(&mut self, number: usize, pass: &Pass<'_>, state: &mut RecheckState<'_>) -> bool {
        let whole: Vec<usize> = pass.asked.iter().map(|(case, _)| *case).collect();
        let rounds = self.fresh.options.repeat;
        let one = self.fresh.ask::<Brief>(&[number], &whole, rounds);
        let other = self.fresh.ask::<Brief>(&[number], &whole, rounds);
        let Some((one, other)) = one.zip(other) else { return false };
        let mut differs = false;
        for (place, (answers, others)) in one.kept.iter().zip(&other.kept).enumerate() {
            // Of several rounds those are kept that differ: the last ones do if any does.
            if let Some((answer, then)) = [(answers.first(), others.first()), (answers.last(), others.last())]
                .into_iter()
                .find_map(|(answer, then)| answer.zip(then).filter(|(answer, then)| !answer.is_same(then)))
            {
                differs = true;
                state.differs(place, answer, then);
            }
        }
        differs
    }

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
        let rounds = self.fresh.options.repeat;
        let Some(asked) = self.fresh.ask::<Brief>(&decoders, &all, rounds) else { return };
        for (place, briefs) in asked.kept.iter().enumerate() {
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

    /// The case at that place was answered differently after the same cases.
    fn differs(
        &mut self,
        place: usize,
        Brief { words: answer, .. }: &Brief,
        Brief { words: then, .. }: &Brief,
    ) {
        self.flaky.insert(place, format!("answered `{answer}`, then `{then}`, after the same cases"));
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

/// Of the cases at `places` those that were answered otherwise than in the main pass, each with the words of the answer.
fn differing(pass: &Pass<'_>, places: &[usize], answers: &[Brief]) -> Vec<(usize, String)> {
    let is_broken = pass.kinds.iter().any(FailureKind::is_broken);
    let pairs = places.iter().zip(answers);
    let differing = pairs.filter(|(place, answer)| {
        let given = pass.given[**place];
        // What breaks the process in one order breaks it in another over another case: that is state already.
        let is_compared = answer.is_answer || answer.is_broken && !is_broken;
        is_compared && !given.verdicts.contains(&VerdictKind::Flaky) && given.answer != answer.answer
    });
    differing.map(|(place, answer)| (*place, answer.words.clone())).collect()
}

fn cases(pass: &Pass<'_>, places: &[usize]) -> Vec<usize> {
    places.iter().map(|place| pass.asked[*place].0).collect()
}

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
        let mut recheck = Recheck {
            reasking: self,
            number,
            pass,
            asked_again: AskedAgain::default(),
            flaky: BTreeMap::new(),
            suspects: BTreeSet::new(),
            alone: BTreeSet::new(),
            sequences: Vec::new(),
        };
        recheck.sample();
        if !recheck.asked_again.unstable && pass.kinds.iter().any(FailureKind::is_flaky) {
            recheck.repeat_whole();
        }
        recheck.trace();
        let outcome = recheck.finished();
        self.before.push(number);
        outcome
    }

    pub(super) fn close(self) {
        if let Some(session) = self.shared {
            session.close();
        }
    }
}

/// What is reported of a decoder whose answers depend on the order of cases.
const DEPENDS: &str = "depends on earlier cases: answered otherwise";

/// One decoder that is asked again, and what is known so far. Places are those in the list of asked cases.
struct Recheck<'r, 'a> {
    reasking: &'r mut Reasking<'a>,
    number: usize,
    pass: &'r Pass<'r>,
    asked_again: AskedAgain,
    /// The places of cases whose answers differ, with the words for it.
    flaky: BTreeMap<usize, String>,
    /// The places of failures that did not come again in another order.
    suspects: BTreeSet<usize>,
    /// Cases that failed as before when they were asked alone.
    alone: BTreeSet<usize>,
    sequences: Vec<Sequence>,
}

impl Recheck<'_, '_> {
    /// Compares a sample of cases with the main pass. Where they differ, the same sequence in two new processes shows whether
    /// the answers differ from time to time or depend on what was asked before.
    fn sample(&mut self) {
        let (pass, effort) = (self.pass, self.reasking.effort);
        let places = sample(pass, effort);
        if places.is_empty() {
            return;
        }
        let screened = match effort {
            Effort::Sparing => self.screened(&places),
            Effort::Thorough => self.sampled(&places),
        };
        let Some(screened) = screened else { return };
        self.asked_again.cases = places.len();
        let differing = differing(pass, &places, &screened);
        if differing.is_empty() {
            return;
        }
        let Some(one) = self.sampled(&places) else { return };
        let other = match effort {
            Effort::Sparing => self.sampled(&places),
            Effort::Thorough => None,
        };
        let (first, second) = other.as_ref().map_or((&screened, &one), |other| (&one, other));
        let mut unequal = false;
        for ((place, answer), then) in places.iter().zip(first).zip(second) {
            if !answer.is_same(then) {
                unequal = true;
                self.differs(*place, answer, then);
            }
        }
        self.asked_again.unstable |= unequal;
        for (place, words) in self::differing(pass, &places, first).into_iter().chain(differing) {
            // A failure that needs earlier cases is a failure; only what passed in one order is none of both.
            if unequal || pass.given[place].class != Class::Failing {
                let why = if unequal { "answered otherwise when asked again" } else { DEPENDS };
                self.flaky.entry(place).or_insert_with(|| format!("{why}, in another order: `{words}`"));
            } else {
                self.suspects.insert(place);
            }
        }
    }

    /// The answers to the sample, in a session that asked nothing but samples before.
    fn screened(&mut self, places: &[usize]) -> Option<Vec<Brief>> {
        let cases = self.cases(places);
        let Reasking { fresh, shared, .. } = &mut *self.reasking;
        if shared.is_none() {
            *shared = fresh.open();
        }
        let asked = fresh.ask_in::<Brief>(shared.as_mut()?.as_mut(), self.number, &cases, 1);
        (!fresh.reproducer.is_interrupted()).then(|| asked.kept.into_iter().flatten().collect())
    }

    /// The answers to the sample in a new process, one each.
    fn sampled(&mut self, places: &[usize]) -> Option<Vec<Brief>> {
        let cases = self.cases(places);
        let asked = self.reasking.fresh.ask::<Brief>(&[self.number], &cases, 1)?;
        Some(asked.kept.into_iter().flatten().collect())
    }

    fn cases(&self, places: &[usize]) -> Vec<usize> {
        places.iter().map(|place| self.pass.asked[*place].0).collect()
    }

    /// The case at that place was answered differently after the same cases.
    fn differs(&mut self, place: usize, answer: &Brief, then: &Brief) {
        let (answer, then) = (&answer.words, &then.words);
        self.flaky.insert(place, format!("answered `{answer}`, then `{then}`, after the same cases"));
    }

    /// Whether two more passes like the main one, in new processes, differ from each other.
    fn repeat_whole(&mut self) {
        let whole: Vec<usize> = self.pass.asked.iter().map(|(case, _)| *case).collect();
        let Reasking { fresh, .. } = &mut *self.reasking;
        let mut pass = || fresh.ask::<Brief>(&[self.number], &whole, fresh.options.repeat);
        let (one, other) = (pass(), pass());
        let Some((one, other)) = one.zip(other) else { return };
        for (place, (answers, others)) in one.kept.iter().zip(&other.kept).enumerate() {
            // Of several rounds those are kept that differ: the last ones do if any does.
            let pairs = [(answers.first(), others.first()), (answers.last(), others.last())];
            let differing = pairs.into_iter().filter_map(|(answer, then)| answer.zip(then));
            if let Some((answer, then)) = differing.into_iter().find(|(answer, then)| !answer.is_same(then)) {
                self.asked_again.unstable = true;
                self.differs(place, answer, then);
            }
        }
    }

    /// Finds out what failures depend on.
    fn trace(&mut self) {
        let pass = self.pass;
        let mut suspects: Vec<(usize, usize)> = match self.reasking.effort {
            Effort::Sparing => Vec::new(),
            Effort::Thorough => alone(pass).map(|first| (first.place, first.after)).collect(),
        };
        let known: BTreeSet<usize> = suspects.iter().map(|(place, _)| *place).collect();
        let others = self.suspects.iter().filter(|place| !known.contains(place)).take(MOST_TRACED);
        suspects.extend(others.map(|place| (*place, 0)));
        let mut is_waited_for = false;
        for (place, after) in suspects {
            let given = pass.given[place];
            let Some(kind) = given.kind.filter(|_| !self.flaky.contains_key(&place)) else { continue };
            let kind = pass.kinds[kind].clone();
            // To wait again for an answer that does not come takes long: one of these failures stands for all.
            if kind.is_slow() && std::mem::replace(&mut is_waited_for, true) {
                continue;
            }
            let Reasking { fresh, before, .. } = &mut *self.reasking;
            let suspect = Suspect { decoder: self.number, before, pass, place, kind, after };
            // A crash is worse than another answer: it stays one.
            let may_be_flaky = given.class != Class::Unanswered;
            if self.asked_again.unstable {
                // What an unstable decoder shows after one sequence and not after another proves nothing.
                if may_be_flaky && suspect.fails_alone(fresh) == Some(false) {
                    self.flaky.insert(place, "passes when asked again".to_owned());
                }
                continue;
            }
            match suspect.cause(fresh, &self.sequences) {
                SuspectCause::Alone => drop(self.alone.insert(pass.asked[place].0)),
                SuspectCause::Earlier(sequence) => self.sequences.push(sequence),
                SuspectCause::Unknown => {}
                SuspectCause::NotReproduced => {
                    self.asked_again.unstable = true;
                    self.sequences.clear();
                    if may_be_flaky {
                        self.flaky.insert(place, "does not fail again after the same cases".to_owned());
                    }
                    self.compare_whole();
                }
            }
        }
    }

    /// Asks all of the main pass again in a new process, after the same decoders as before.
    fn compare_whole(&mut self) {
        let Reasking { fresh, before, .. } = &mut *self.reasking;
        let decoders = [before.as_slice(), &[self.number]].concat();
        let all: Vec<usize> = (0..fresh.plan.cases.len()).collect();
        let Some(asked) = fresh.ask::<Brief>(&decoders, &all, fresh.options.repeat) else { return };
        for (place, briefs) in asked.kept.iter().enumerate() {
            let given = self.pass.given[place];
            let is_other = |brief: &&Brief| given.class != Class::Unanswered && brief.answer != given.answer;
            if let Some(Brief { words, .. }) = briefs.first().filter(is_other) {
                let words = format!("answered otherwise when asked again after the same cases: `{words}`");
                self.flaky.entry(place).or_insert(words);
            }
        }
    }

    fn finished(mut self) -> (AskedAgain, Vec<CorrectedCase>) {
        self.sequences.sort_unstable_by_key(|sequence| sequence.case);
        let introduced = self.reasking.fresh.reproducer.introduced();
        let dependence = |Sequence { case, cases: sequence, before }: Sequence| {
            let decoders = before.iter().map(|number: &usize| introduced[*number].name.clone()).collect();
            Dependence { case, sequence: sequence.into_iter().collect(), decoders }
        };
        let dependences = self.sequences.into_iter().map(dependence).collect();
        let asked_again =
            AskedAgain { dependences, alone: self.alone.into_iter().collect(), ..self.asked_again };
        let corrected = |(place, why): (usize, String)| {
            let was = self.pass.given[place].verdicts;
            let case = self.pass.asked[place].0;
            (was != [VerdictKind::Flaky; 2]).then_some(CorrectedCase { case, was, why })
        };
        (asked_again, self.flaky.into_iter().filter_map(corrected).collect())
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

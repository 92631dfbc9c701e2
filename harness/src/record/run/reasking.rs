//! Asks cases again after the main pass of a decoder: in fresh processes, and in another order.

use crate::record::run::AskedAgain;
use crate::record::run::fresh::{Brief, Fresh};
use crate::record::run::history::{Suspect, SuspectCause};
use crate::record::run::pass::{Class, FailureKind, Pass};
use crate::record::run::sample::{alone, sample};
use illformed_judge::cause::{Cause, Severity};
use illformed_judge::judge::VerdictKind;
use std::collections::{BTreeMap, BTreeSet};
use std::slice;

/// How many failures are traced that were not among those asked alone and did not come again in another order.
const MOST_TRACED: usize = 12;

/// How many cases are asked to find out what the failures of a decoder depend on: so many passes like the main one, and a
/// number that is nothing to wait for. Each trial of a long sequence takes as long as the pass.
const MOST_PASSES: usize = 6;
const LEAST_CASES: usize = 20_000;

/// How many cases that show a cause are asked alone. If all of them pass it is not that cause.
const MOST_EXAMPLES: usize = 6;

/// How many processes are started to ask them.
const MOST_STARTS: usize = 100;

impl Fresh<'_> {
    /// Asks decoder `number` again after that main pass; gives the places of the cases that this shows to be flaky, each with
    /// the words for it.
    pub(super) fn again(&mut self, number: usize, pass: &Pass) -> (AskedAgain, BTreeMap<usize, String>) {
        let cases = LEAST_CASES + MOST_PASSES * pass.asked.len();
        self.reproducer.allow(if self.is_thorough { 300 } else { 100 }, cases);
        let mut recheck = Recheck {
            fresh: self,
            number,
            pass,
            asked_again: AskedAgain::default(),
            flaky: BTreeMap::new(),
            suspects: BTreeSet::new(),
            alone: BTreeSet::new(),
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

    /// Asks the cases alone that show the causes of decoder `number` best, which in that main pass gave answers that depend on what
    /// was asked before, or differ from time to time. What passes alone is put down to that, which is `cause`. The decoder
    /// is known to have the causes `known`.
    pub(super) fn settle(&mut self, number: usize, pass: &mut Pass, cause: Cause, known: &BTreeSet<Cause>) {
        self.reproducer.allow(MOST_STARTS, LEAST_CASES);
        let mut confirmed = BTreeSet::from([Cause::Unstable, Cause::StateLeaks, Cause::ChangesWithUse]);
        for round in 1..=MOST_EXAMPLES {
            let mut passing = Vec::new();
            for found in pass.causes(self.plan, known).into_iter().flatten() {
                let is_answer = found.cause > Cause::Unstable && found.cause.severity() < Severity::Imprecise;
                if !is_answer || confirmed.contains(&found.cause) {
                    continue;
                }
                let Ok(place) = pass.asked.binary_search(&found.example.case) else { continue };
                let Some(kind) = pass.given[place].kind else { continue };
                let suspect = Suspect { decoder: number, pass, place, kind: &pass.kinds[kind as usize] };
                match suspect.fails_alone(self) {
                    Some(true) => drop(confirmed.insert(found.cause)),
                    Some(false) => passing.push(found),
                    None => return,
                }
            }
            if passing.is_empty() {
                return;
            }
            for found in &passing {
                let is_last = round == MOST_EXAMPLES;
                let cases = if is_last { &found.cases } else { slice::from_ref(&found.example.case) };
                pass.settle_cases(cases, cause);
            }
        }
    }
}

/// What is reported of a decoder whose answers depend on the order of cases.
const DEPENDS: &str = "depends on earlier cases: answered otherwise";

/// One decoder that is asked again, and what is known so far. Places are those in the list of asked cases.
struct Recheck<'r, 'a> {
    fresh: &'r mut Fresh<'a>,
    number: usize,
    pass: &'r Pass,
    asked_again: AskedAgain,
    /// The places of cases whose answers differ, with the words for it.
    flaky: BTreeMap<usize, String>,
    /// The places of failures that did not come again in another order.
    suspects: BTreeSet<usize>,
    /// Cases that failed as before when they were asked alone.
    alone: BTreeSet<usize>,
}

impl Recheck<'_, '_> {
    /// Compares a sample of cases with the main pass. Where they differ, the same sequence in two new processes shows whether
    /// the answers differ from time to time or depend on what was asked before.
    fn sample(&mut self) -> Option<()> {
        let (pass, is_thorough) = (self.pass, self.fresh.is_thorough);
        let places = sample(self.fresh.plan, pass, is_thorough);
        if places.is_empty() {
            return None;
        }
        let screened = self.answers(&places, !is_thorough)?;
        self.asked_again.cases = places.len();
        let differing = differing(pass, &places, &screened);
        if differing.is_empty() {
            return None;
        }
        // Answers in a session that was asked other samples before are compared with none.
        let first = if is_thorough { screened } else { self.answers(&places, false)? };
        let second = self.answers(&places, false)?;
        let mut unequal = false;
        for ((place, answer), then) in places.iter().zip(&first).zip(&second) {
            if !answer.is_same(then) {
                unequal = true;
                self.differs(*place, answer, then);
            }
        }
        self.asked_again.unstable |= unequal;
        for (place, words) in self::differing(pass, &places, &first).into_iter().chain(differing) {
            // A failure that needs earlier cases is a failure; only what passed in one order is none of both.
            if unequal || pass.given[place].class != Class::Failing {
                let why = if unequal { "answered otherwise when asked again" } else { DEPENDS };
                self.flaky.entry(place).or_insert_with(|| format!("{why}, in another order: `{words}`"));
            } else {
                self.suspects.insert(place);
            }
        }
        Some(())
    }

    /// The answers to the sample, one each: in a new process, or in the session that asks nothing but samples.
    fn answers(&mut self, places: &[usize], is_shared: bool) -> Option<Vec<Brief>> {
        let cases: Vec<usize> = places.iter().map(|place| self.pass.asked[*place]).collect();
        let asked = if is_shared {
            self.fresh.ask_shared(self.number, &cases)?
        } else {
            self.fresh.ask(&[self.number], &cases, 1)?
        };
        Some(asked.into_iter().flat_map(|(_, kept)| kept).collect())
    }

    /// The case at that place was answered differently after the same cases.
    fn differs(&mut self, place: usize, answer: &Brief, then: &Brief) {
        let (answer, then) = (&answer.words, &then.words);
        self.flaky.insert(place, format!("answered `{answer}`, then `{then}`, after the same cases"));
    }

    /// Whether two more passes like the main one, in new processes, differ from each other.
    fn repeat_whole(&mut self) {
        let fresh = &mut *self.fresh;
        let mut pass = || fresh.ask::<Brief>(&[self.number], &self.pass.asked, fresh.options.repeat);
        let (one, other) = (pass(), pass());
        let Some((one, other)) = one.zip(other) else { return };
        for (place, ((_, answers), (_, others))) in one.iter().zip(&other).enumerate() {
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
        let mut suspects = if self.fresh.is_thorough { alone(self.fresh.plan, pass) } else { Vec::new() };
        let others = self.suspects.iter().copied().filter(|place| !suspects.contains(place));
        let others: Vec<usize> = others.take(MOST_TRACED).collect();
        suspects.extend(others);
        let mut is_waited_for = false;
        for place in suspects {
            let given = pass.given[place];
            let Some(kind) = given.kind.filter(|_| !self.flaky.contains_key(&place)) else { continue };
            let kind = &pass.kinds[kind as usize];
            // To wait again for an answer that does not come takes long: one of these failures stands for all.
            if kind.is_slow() && std::mem::replace(&mut is_waited_for, true) {
                continue;
            }
            let suspect = Suspect { decoder: self.number, pass, place, kind };
            // A crash is worse than another answer: it stays one.
            let may_be_flaky = given.class != Class::Unanswered;
            if self.asked_again.unstable {
                // What an unstable decoder shows after one sequence and not after another proves nothing.
                if may_be_flaky && suspect.fails_alone(self.fresh) == Some(false) {
                    self.flaky.insert(place, "passes when asked again".to_owned());
                }
                continue;
            }
            let dependences = &mut self.asked_again.dependences;
            match suspect.cause(self.fresh, dependences) {
                None => {}
                Some(SuspectCause::Alone) => drop(self.alone.insert(pass.asked[place])),
                Some(SuspectCause::Earlier(dependence)) => dependences.push(dependence),
                Some(SuspectCause::NotReproduced) => {
                    dependences.clear();
                    self.asked_again.unstable = true;
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
        let fresh = &mut *self.fresh;
        let decoders = [fresh.before.as_slice(), &[self.number]].concat();
        let all: Vec<usize> = (0..fresh.plan.cases.len()).collect();
        let Some(asked) = fresh.ask::<Brief>(&decoders, &all, fresh.options.repeat) else { return };
        for (place, (_, briefs)) in asked.iter().enumerate() {
            let given = self.pass.given[place];
            let is_other = |brief: &&Brief| given.class != Class::Unanswered && brief.answer != given.answer;
            if let Some(Brief { words, .. }) = briefs.first().filter(is_other) {
                let words = format!("answered otherwise when asked again after the same cases: `{words}`");
                self.flaky.entry(place).or_insert(words);
            }
        }
    }

    fn finished(mut self) -> (AskedAgain, BTreeMap<usize, String>) {
        self.asked_again.dependences.sort_unstable_by_key(|dependence| dependence.case);
        self.asked_again.alone = self.alone.into_iter().collect();
        (self.asked_again, self.flaky)
    }
}

/// Of the cases at `places` those that were answered otherwise than in the main pass, each with the words of the answer.
fn differing(pass: &Pass, places: &[usize], answers: &[Brief]) -> Vec<(usize, String)> {
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

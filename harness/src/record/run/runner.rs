//! The main loop: several threads ask; what comes of it does not depend on them.

use crate::ask::adapter::{Adapter, OpenFailure, Session};
use crate::record::run::asking::ask_decoder;
use crate::record::run::fresh::Fresh;
use crate::record::run::known_answers::KnownAnswers;
use crate::record::run::observer::{FinishedDecoder, Observer, RunOutcome};
use crate::record::run::{AskedAgain, RunOptions};
use illformed_judge::case::Plan;
use illformed_judge::cause::Cause;
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::{Judged, Response, Verdict, VerdictKind};
use illformed_vectors::Input;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How many decoders share a session. It is a constant, so that a state which leaks from one decoder of an adapter
/// into the next leaks alike on every machine.
const DECODERS_A_SESSION: usize = 8;

/// Asks every decoder of `adapters` every case of `plan`; `watch` makes an observer of each decoder, from the name of its
/// adapter, the words of `illformed run` that bring that in if the user gave a command, and what it says of itself. The outcome
/// is in the order of the adapters and their decoders, regardless of completion order.
pub fn run<O: Observer>(
    plan: &Plan<'_>,
    adapters: &[Box<dyn Adapter>],
    options: &RunOptions,
    watch: &(impl Fn(&str, &[String], &DecoderInfo) -> O + Sync),
) -> RunOutcome<O::Seen> {
    let context = RunContext { plan, options, known_answers: &KnownAnswers::new(plan.cases.len()), watch };
    let (queue, jobs) = mpsc::channel();
    for (number, adapter) in adapters.iter().enumerate() {
        let job = Job { turn: (number, 0), adapter: &**adapter, group: None, queue: queue.clone() };
        // The receiver is there.
        let _ = queue.send(job);
    }
    drop(queue);
    let jobs = Mutex::new(jobs);
    let outcomes = Mutex::new(BTreeMap::new());
    let ask = || {
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            let turn = job.turn;
            if let Some(outcome) = job.run(&context) {
                outcomes.lock().unwrap_or_else(PoisonError::into_inner).insert(turn, outcome);
            }
        }
    };
    thread::scope(|scope| (0..options.jobs.get()).for_each(|_| drop(scope.spawn(ask))));
    let outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    let is_interrupted = options.interrupted.load(Ordering::Relaxed);
    let mut outcome = RunOutcome { asked: Vec::new(), not_opened: Vec::new(), is_interrupted };
    for ((adapter, session), opened) in outcomes {
        match (opened, outcome.asked.last_mut()) {
            (Err(failure), _) => outcome.not_opened.push((adapters[adapter].name().to_owned(), failure)),
            // Another session of the same adapter.
            (Ok((more, written)), Some((decoders, diagnostics))) if session > 0 => {
                decoders.extend(more);
                diagnostics.push_str(&written);
            }
            (Ok(asked), _) => outcome.asked.push(asked),
        }
    }
    outcome
}

/// What the observers of the decoders of a session came to, with its diagnostics.
type AskedAdapter<T> = Result<(Vec<T>, String), OpenFailure>;

struct RunContext<'a, W> {
    plan: &'a Plan<'a>,
    options: &'a RunOptions,
    known_answers: &'a KnownAnswers,
    watch: &'a W,
}

/// What one thread does at a time: it asks some decoders of an adapter in a session of their own.
struct Job<'a> {
    /// Where its outcome stands: the number of the adapter, and that of the session.
    turn: (usize, usize),
    adapter: &'a dyn Adapter,
    /// `None` for the first session: it introduces the decoders, and asks the first of them.
    group: Option<DecoderGroup>,
    /// Takes the jobs that the first session makes. Once no job is left, nobody has it, and all threads end.
    queue: Sender<Self>,
}

struct DecoderGroup {
    /// The adapter's name in the record.
    adapter: String,
    command: Vec<String>,
    /// All decoders of the adapter, as the first session introduced them.
    introduced: Arc<Vec<DecoderInfo>>,
    numbers: Vec<usize>,
}

impl Job<'_> {
    /// `None` if it was interrupted before anything was asked.
    fn run<O: Observer, W: Fn(&str, &[String], &DecoderInfo) -> O>(
        self,
        context: &RunContext<'_, W>,
    ) -> Option<AskedAdapter<O::Seen>> {
        let is_interrupted = || context.options.interrupted.load(Ordering::Relaxed);
        if is_interrupted() {
            return None;
        }
        let opened = self.adapter.open();
        if let Some(group) = &self.group {
            let session = opened.map_err(|failure| failure.to_string()).and_then(|session| {
                let same = session.decoders() == group.introduced.as_slice();
                same.then_some(session).ok_or_else(|| "introduces other decoders each time".to_owned())
            });
            return Some(Ok(group.ask(context, self.adapter, session)));
        }
        match opened {
            // It was not given the time to introduce itself.
            Err(OpenFailure::Broken(_)) if is_interrupted() => None,
            Err(failure) => Some(Err(failure)),
            Ok(session) => {
                let adapter = session.own_name().unwrap_or(self.adapter.name()).to_owned();
                let introduced = Arc::new(session.decoders().to_vec());
                let is_wanted = |number: &usize| {
                    (context.options.wants_decoder)(&format!("{adapter}/{}", introduced[*number].name))
                };
                let wanted: Vec<usize> = (0..introduced.len()).filter(is_wanted).collect();
                let group = |numbers: &[usize]| DecoderGroup {
                    adapter: adapter.clone(),
                    command: self.adapter.command(),
                    introduced: Arc::clone(&introduced),
                    numbers: numbers.to_vec(),
                };
                let (first, others) = wanted.split_at(wanted.len().min(DECODERS_A_SESSION));
                for (session, numbers) in (1..).zip(others.chunks(DECODERS_A_SESSION)) {
                    let (turn, group) = ((self.turn.0, session), Some(group(numbers)));
                    let _ = self.queue.send(Job {
                        turn,
                        adapter: self.adapter,
                        group,
                        queue: self.queue.clone(),
                    });
                }
                Some(Ok(group(first).ask(context, self.adapter, Ok(session))))
            }
        }
    }
}

impl DecoderGroup {
    /// Asks its decoders in `session`; without one each response says why there is none.
    fn ask<O: Observer, W: Fn(&str, &[String], &DecoderInfo) -> O>(
        &self,
        context: &RunContext<'_, W>,
        adapter: &dyn Adapter,
        session: Result<Box<dyn Session>, String>,
    ) -> (Vec<O::Seen>, String) {
        let RunContext { plan, options, known_answers, watch } = *context;
        let is_given_up = session.is_err();
        let mut session = session.unwrap_or_else(|why| {
            let why = format!("could not be started again: {why}");
            Box::new(GivenUp { decoders: self.introduced.to_vec(), why })
        });
        let is_interrupted = || options.interrupted.load(Ordering::Relaxed);
        let mut fresh = Fresh::new(plan, adapter, &self.introduced, options);
        let mut decoders = Vec::new();
        for &number in &self.numbers {
            if is_interrupted() && !is_given_up {
                break;
            }
            let info = &self.introduced[number];
            let mut observer = watch(&self.adapter, &self.command, info);
            let (replacement, mut pass) =
                ask_decoder(plan, session.as_mut(), number, options, known_answers, &mut observer);
            let is_asked_again = options.asks_again && !is_given_up && !is_interrupted();
            let (asked_again, flaky) = is_asked_again.then(|| fresh.again(number, &pass)).unzip();
            let mut flaky: BTreeMap<usize, String> = flaky.unwrap_or_default();
            let name = format!("{}/{}", self.adapter, info.name);
            if let Some((input, why)) = options.seen_flaky.get(&name)
                && let Some(place) = pass.place_of(plan, input)
                && pass.passes_with_group(plan, place)
            {
                flaky.entry(place).or_insert_with(|| why.clone());
            }
            let varies = asked_again.as_ref().and_then(AskedAgain::cause);
            let varies = varies.or((!flaky.is_empty()).then_some(Cause::Unstable));
            for (place, why) in flaky {
                let (case, was) = (pass.asked[place], pass.given[place].verdicts);
                if was != [VerdictKind::Flaky; 2] {
                    observer.correct(case, was, &why);
                    pass.diagnose(plan, case, &Judged::both(Verdict::Flaky(why)), None);
                }
            }
            for dependence in asked_again.iter().flat_map(|again| &again.dependences) {
                pass.settle_cases(&[dependence.case], dependence.cause());
            }
            let known = options.known_causes.get(&name).cloned().unwrap_or_default();
            if let Some(cause) = varies {
                fresh.settle(number, &mut pass, cause, &known);
            }
            if !is_given_up && !is_interrupted() {
                pass.settle(plan, session.as_mut(), number, options, &known);
            }
            let causes = pass.causes(plan, &known);
            decoders.push(observer.finish(&FinishedDecoder { asked_again, replacement, causes }));
        }
        fresh.close();
        (decoders, session.close())
    }
}

/// A session that could not be started.
struct GivenUp {
    decoders: Vec<DecoderInfo>,
    why: String,
}

impl Session for GivenUp {
    fn decoders(&self) -> &[DecoderInfo] {
        &self.decoders
    }

    fn ask(&mut self, _: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
        (0..inputs.len()).for_each(|number| answered(number, Response::NotAsked(self.why.clone())));
    }
}

//! The main loop: several threads ask; what comes of it does not depend on them.

use crate::ask::adapter::{Adapter, OpenFailure, Session};
use crate::record::run::RunOptions;
use crate::record::run::asking::{ask_decoder, give_up};
use crate::record::run::known_answers::KnownAnswers;
use crate::record::run::observer::{AskedAdapter, FinishedDecoder, Observer, RunOutcome, StartedDecoder};
use crate::record::run::queue::Queue;
use crate::record::run::reasking::Reasking;
use illformed_judge::case::Plan;
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::{Judged, Verdict};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How many decoders share a session. It is a constant, so that a state which leaks from one decoder of an adapter
/// into the next leaks alike on every machine.
const DECODERS_A_SESSION: usize = 8;

/// Asks every decoder of `adapters` every case of `plan`; `watch` makes an observer of each decoder. The outcome is in the
/// order of the adapters and their decoders, regardless of completion order.
pub fn run<O: Observer>(
    plan: &Plan<'_>,
    adapters: &[Box<dyn Adapter>],
    options: &RunOptions,
    watch: &(impl Fn(&StartedDecoder<'_>) -> O + Sync),
) -> RunOutcome<O::Seen> {
    let jobs = adapters.iter().enumerate().map(|(number, adapter)| {
        (Turn { adapter: number, session: 0 }, Job::Open { adapter: &**adapter, number })
    });
    let queue = Queue::new(jobs);
    let known_answers = KnownAnswers::new(plan);
    let context = RunContext { plan, options, known_answers: &known_answers, queue: &queue };
    let outcomes = Mutex::new(BTreeMap::new());
    let put = |turn: Turn, outcome: AskedAdapter<O::Seen>| {
        outcomes.lock().unwrap_or_else(PoisonError::into_inner).insert(turn, outcome);
    };
    thread::scope(|scope| {
        for _ in 0..options.jobs.get() {
            scope
                .spawn(|| queue.work(|turn, job| job.run(context, watch, &mut |outcome| put(turn, outcome))));
        }
    });
    let outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut adapters: BTreeMap<usize, AskedAdapter<O::Seen>> = BTreeMap::new();
    for (Turn { adapter, .. }, outcome) in outcomes {
        match (adapters.get_mut(&adapter), outcome) {
            // Another session of the same adapter.
            (
                Some(AskedAdapter::Asked { decoders, diagnostics }),
                AskedAdapter::Asked { decoders: more, diagnostics: written },
            ) => {
                decoders.extend(more);
                diagnostics.push_str(&written);
            }
            (_, outcome) => drop(adapters.insert(adapter, outcome)),
        }
    }
    let is_interrupted = options.interrupted.load(Ordering::Relaxed);
    RunOutcome { adapters: adapters.into_values().collect(), is_interrupted }
}

#[derive(Clone, Copy)]
struct RunContext<'a> {
    plan: &'a Plan<'a>,
    options: &'a RunOptions,
    known_answers: &'a KnownAnswers,
    queue: &'a Queue<Turn, Job<'a>>,
}

/// When a job is done, and where its outcome stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    adapter: usize,
    /// The number of the session; the first is that with which it is opened.
    session: usize,
}

/// What one thread does at a time.
enum Job<'a> {
    /// Opens the adapter of that number, shares out its decoders, and asks the first of them.
    Open { adapter: &'a dyn Adapter, number: usize },
    /// Asks some decoders in a session of their own.
    Ask { adapter: &'a dyn Adapter, group: DecoderGroup },
}

struct DecoderGroup {
    /// The adapter's name in the record.
    adapter: String,
    command: Vec<String>,
    /// All decoders of the adapter, as the first session introduced them.
    introduced: Arc<Vec<DecoderInfo>>,
    numbers: Vec<usize>,
}

impl<'a> Job<'a> {
    fn run<O: Observer>(
        self,
        context: RunContext<'a>,
        watch: &impl Fn(&StartedDecoder<'_>) -> O,
        put: &mut dyn FnMut(AskedAdapter<O::Seen>),
    ) {
        let RunContext { options, queue, .. } = context;
        if options.interrupted.load(Ordering::Relaxed) {
            return;
        }
        match self {
            Self::Open { adapter, number } => {
                let name = adapter.name().to_owned();
                let session = match adapter.open() {
                    Ok(session) => session,
                    // It was not given the time to introduce itself.
                    Err(OpenFailure::Broken(_)) if options.interrupted.load(Ordering::Relaxed) => return,
                    Err(OpenFailure::Absent(why)) => return put(AskedAdapter::Absent { adapter: name, why }),
                    Err(OpenFailure::Broken(why)) => return put(AskedAdapter::Broken { adapter: name, why }),
                };
                let name = session.own_name().unwrap_or(adapter.name()).to_owned();
                let mut groups = groups(&name, adapter, session.decoders(), options).into_iter();
                let Some(first) = groups.next() else {
                    return put(AskedAdapter::Asked { decoders: Vec::new(), diagnostics: String::new() });
                };
                let turn = |session| Turn { adapter: number, session };
                queue.put((1..).map(turn).zip(groups.map(|group| Job::Ask { adapter, group })));
                put(first.ask(context, watch, adapter, session));
            }
            Self::Ask { adapter, group } => {
                let session = adapter.open().map_err(|failure| failure.to_string()).and_then(|session| {
                    let same = session.decoders() == group.introduced.as_slice();
                    same.then_some(session).ok_or_else(|| "introduces other decoders each time".to_owned())
                });
                put(match session {
                    Ok(session) => group.ask(context, watch, adapter, session),
                    Err(why) => group.give_up(context, watch, &format!("could not be started again: {why}")),
                });
            }
        }
    }
}

/// The decoders that are wanted, in groups of a constant size.
fn groups(
    name: &str,
    adapter: &dyn Adapter,
    decoders: &[DecoderInfo],
    options: &RunOptions,
) -> Vec<DecoderGroup> {
    let introduced = Arc::new(decoders.to_vec());
    let wanted = |number: &usize| (options.wants_decoder)(&format!("{name}/{}", decoders[*number].name));
    let numbers: Vec<usize> = (0..decoders.len()).filter(wanted).collect();
    let group = |numbers: &[usize]| DecoderGroup {
        adapter: name.to_owned(),
        command: adapter.command(),
        introduced: Arc::clone(&introduced),
        numbers: numbers.to_vec(),
    };
    numbers.chunks(DECODERS_A_SESSION).map(group).collect()
}

impl DecoderGroup {
    fn ask<O: Observer>(
        &self,
        context: RunContext<'_>,
        watch: &impl Fn(&StartedDecoder<'_>) -> O,
        adapter: &dyn Adapter,
        mut session: Box<dyn Session>,
    ) -> AskedAdapter<O::Seen> {
        let RunContext { plan, options, known_answers, .. } = context;
        let mut reasking = Reasking::new(plan, adapter, &self.introduced, options);
        let mut decoders = Vec::new();
        for &number in &self.numbers {
            if options.interrupted.load(Ordering::Relaxed) {
                break;
            }
            let mut observer = watch(&self.started(number));
            let (replacement, mut pass) =
                ask_decoder(plan, session.as_mut(), number, options, known_answers, &mut |case| {
                    observer.case(case);
                });
            let is_asked_again = options.asks_again && !options.interrupted.load(Ordering::Relaxed);
            let asked_again = is_asked_again.then(|| {
                let (asked_again, corrections) = reasking.again(number, &pass);
                for corrected in corrections {
                    let flaky = Judged::both(Verdict::Flaky(corrected.why.clone()));
                    pass.diagnose(plan, corrected.case, &flaky, None);
                    observer.corrected(&corrected);
                }
                asked_again
            });
            let name = format!("{}/{}", self.adapter, self.introduced[number].name);
            let known = options.known_causes.get(&name).cloned().unwrap_or_default();
            let causes = pass.causes(plan, &known);
            decoders.push(observer.finish(&FinishedDecoder { asked_again, replacement, causes }));
        }
        reasking.close();
        AskedAdapter::Asked { decoders, diagnostics: session.close() }
    }

    /// Every case of every decoder is not asked, for that reason.
    fn give_up<O: Observer>(
        &self,
        context: RunContext<'_>,
        watch: &impl Fn(&StartedDecoder<'_>) -> O,
        why: &str,
    ) -> AskedAdapter<O::Seen> {
        let RunContext { plan, options, .. } = context;
        let given_up = self.numbers.iter().map(|number| {
            let mut observer = watch(&self.started(*number));
            give_up(plan, &self.introduced[*number], why, options, &mut |case| observer.case(case));
            observer.finish(&FinishedDecoder::default())
        });
        AskedAdapter::Asked { decoders: given_up.collect(), diagnostics: String::new() }
    }

    fn started(&self, number: usize) -> StartedDecoder<'_> {
        StartedDecoder { adapter: &self.adapter, command: &self.command, info: &self.introduced[number] }
    }
}

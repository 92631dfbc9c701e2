//! The main loop: several threads ask, this one says what happened, in an order that does not depend on them.

use crate::ask::adapter::{Adapter, OpenFailure, Session};
use crate::record::run::asking::{ask_decoder, give_up};
use crate::record::run::backlog::Backlog;
use crate::record::run::known_answers::KnownAnswers;
use crate::record::run::part_event::{Finished, PartEvent, PartReceiver, PartSender, part_channel};
use crate::record::run::queue::Queue;
use crate::record::run::reasking::{Correction, Reasking};
use crate::record::run::{RunEvent, RunOptions};
use illformed_judge::case::Plan;
use illformed_judge::claim::DecoderInfo;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// How many decoders share a session. It is a constant, so that a state which leaks from one decoder of an adapter
/// into the next leaks alike on every machine.
const DECODERS_A_SESSION: usize = 8;

/// How much of what the other sessions say may wait while one is listened to, in bytes.
const MOST_WAITING: usize = 16 << 20;

/// Asks every decoder of `adapters` every case of `plan`. The events come in the order of the adapters, their decoders
/// and the plan's cases, whoever is done first.
pub fn run(
    plan: &Plan<'_>,
    adapters: &[Box<dyn Adapter>],
    options: &RunOptions,
    listener: &mut dyn FnMut(RunEvent<'_>),
) {
    let (senders, receivers): (Vec<_>, Vec<_>) = adapters.iter().map(|_| mpsc::channel()).unzip();
    let work = adapters.iter().zip(senders).enumerate().map(|(number, (adapter, opened))| {
        (Turn { adapter: number, part: 0 }, Work::Open { adapter: &**adapter, opened, number })
    });
    let queue = Queue::new(work);
    let backlog = Backlog::new(MOST_WAITING);
    let known_answers = KnownAnswers::new(plan);
    let together =
        Together { plan, options, known_answers: &known_answers, queue: &queue, backlog: &backlog };
    thread::scope(|scope| {
        for _ in 0..options.jobs.get() {
            scope.spawn(|| queue.work(|work| work.done(together)));
        }
        for (adapter, opened) in adapters.iter().zip(receivers) {
            // A receive error means the run was interrupted before this adapter opened.
            if let Ok(opened) = opened.recv() {
                relay(adapter.name(), opened, listener);
            }
        }
    });
    if options.interrupted.load(Ordering::Relaxed) {
        listener(RunEvent::Interrupted);
    }
}

/// Says what happened to an adapter, as it happens.
fn relay(name: &str, opened: Result<Opened, OpenFailure>, listener: &mut dyn FnMut(RunEvent<'_>)) {
    let opened = match opened {
        Ok(opened) => opened,
        Err(OpenFailure::Absent(why)) => return listener(RunEvent::AdapterAbsent { adapter: name, why }),
        Err(OpenFailure::Broken(why)) => return listener(RunEvent::AdapterBroken { adapter: name, why }),
    };
    let Opened { name, command, mut parts } = opened;
    let mut diagnostics = String::new();
    for happened in parts.iter_mut().flat_map(PartReceiver::events) {
        match happened {
            PartEvent::Started(decoder) => {
                listener(RunEvent::DecoderStarted { adapter: &name, command: &command, decoder: &decoder });
            }
            PartEvent::Judged(batch) => batch.relay(listener),
            PartEvent::AskingAgain => listener(RunEvent::AskingAgain),
            PartEvent::Corrected(Correction { case, was, judged }) => {
                listener(RunEvent::CaseCorrected { case, was, judged: &judged });
            }
            PartEvent::Finished(finished) => {
                let Finished { replacement, asked_again, causes } = *finished;
                listener(RunEvent::DecoderFinished { replacement, asked_again, causes: &causes });
            }
            PartEvent::Closed(more) => diagnostics.push_str(&more),
        }
    }
    listener(RunEvent::AdapterFinished { diagnostics });
}

/// An adapter that could be opened.
struct Opened {
    /// How it stands in the record.
    name: String,
    command: Vec<String>,
    /// What happens in each of its sessions, in the order of the decoders.
    parts: Vec<PartReceiver>,
}

/// What all threads have.
#[derive(Clone, Copy)]
struct Together<'a> {
    plan: &'a Plan<'a>,
    options: &'a RunOptions,
    known_answers: &'a KnownAnswers,
    queue: &'a Queue<Turn, Work<'a>>,
    backlog: &'a Arc<Backlog>,
}

/// When a piece of work is done: in the order in which the listener hears of it. Since threads take the first that waits, one of
/// them is always at what the listener hears, or comes to it next, and never waits for the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    adapter: usize,
    /// The number of the session; the first is that with which it is opened.
    part: usize,
}

/// What one thread does at a time.
enum Work<'a> {
    /// Open the adapter of that number, share out its decoders, and ask the first of them.
    Open { adapter: &'a dyn Adapter, number: usize, opened: Sender<Result<Opened, OpenFailure>> },
    /// Ask some decoders in a session of their own.
    Ask { adapter: &'a dyn Adapter, part: Part },
}

/// Decoders that share a session.
struct Part {
    adapter: String,
    /// All decoders of the adapter, as the first session introduced them.
    introduced: Arc<Vec<DecoderInfo>>,
    /// The numbers of those to ask.
    numbers: Vec<usize>,
    happened: PartSender,
}

impl<'a> Work<'a> {
    fn done(self, together: Together<'a>) {
        let Together { options, queue, backlog, .. } = together;
        if options.interrupted.load(Ordering::Relaxed) {
            return;
        }
        match self {
            Self::Open { adapter, number, opened } => {
                // The other end waits for this and is never gone.
                let session = match adapter.open() {
                    Ok(session) => session,
                    // It was not given the time to introduce itself.
                    Err(OpenFailure::Broken(_)) if options.interrupted.load(Ordering::Relaxed) => return,
                    Err(failure) => return drop(opened.send(Err(failure))),
                };
                let name = session.own_name().unwrap_or(adapter.name()).to_owned();
                let (parts, receivers) = share_out(&name, session.decoders(), options, backlog);
                let _ = opened.send(Ok(Opened { name, command: adapter.command(), parts: receivers }));
                let mut parts = parts.into_iter();
                let Some(first) = parts.next() else { return };
                let turn = |part| Turn { adapter: number, part };
                queue.put((1..).map(turn).zip(parts.map(|part| Work::Ask { adapter, part })));
                first.ask(together, adapter, session);
            }
            Self::Ask { adapter, part } => {
                let session = adapter.open().map_err(|failure| failure.to_string()).and_then(|session| {
                    let same = session.decoders() == part.introduced.as_slice();
                    same.then_some(session).ok_or_else(|| "introduces other decoders each time".to_owned())
                });
                match session {
                    Ok(session) => part.ask(together, adapter, session),
                    Err(why) => part.give_up(together, &format!("could not be started again: {why}")),
                }
            }
        }
    }
}

/// The decoders that are wanted, in parts of a constant size.
fn share_out(
    adapter: &str,
    decoders: &[DecoderInfo],
    options: &RunOptions,
    backlog: &Arc<Backlog>,
) -> (Vec<Part>, Vec<PartReceiver>) {
    let introduced = Arc::new(decoders.to_vec());
    let wanted = |number: &usize| (options.wants_decoder)(&format!("{adapter}/{}", decoders[*number].name));
    let numbers: Vec<usize> = (0..decoders.len()).filter(wanted).collect();
    let part = |numbers: &[usize]| {
        let (happened, receiver) = part_channel(backlog);
        let (adapter, introduced) = (adapter.to_owned(), Arc::clone(&introduced));
        (Part { adapter, introduced, numbers: numbers.to_vec(), happened }, receiver)
    };
    numbers.chunks(DECODERS_A_SESSION).map(part).unzip()
}

impl Part {
    fn ask(self, together: Together<'_>, adapter: &dyn Adapter, mut session: Box<dyn Session>) {
        let Together { plan, options, known_answers, .. } = together;
        let mut starting = || self.happened.say(PartEvent::AskingAgain);
        let mut reasking = Reasking::new(plan, adapter, &self.introduced, options, &mut starting);
        for &number in &self.numbers {
            if options.interrupted.load(Ordering::Relaxed) {
                break;
            }
            self.happened.say(PartEvent::Started(self.introduced[number].clone()));
            let mut judged = |outcome| self.happened.judged(outcome);
            let (replacement, mut pass) =
                ask_decoder(plan, session.as_mut(), number, options, known_answers, &mut judged);
            let is_asked_again = options.asks_again && !options.interrupted.load(Ordering::Relaxed);
            let asked_again = is_asked_again.then(|| {
                let (asked_again, corrections) = reasking.again(number, &pass);
                for correction in corrections {
                    pass.diagnose(plan, correction.case, &correction.judged, None);
                    self.happened.say(PartEvent::Corrected(correction));
                }
                asked_again
            });
            let name = format!("{}/{}", self.adapter, self.introduced[number].name);
            let known = options.known_causes.get(&name).cloned().unwrap_or_default();
            let causes = pass.causes(plan, &known);
            self.happened.say(PartEvent::Finished(Box::new(Finished { replacement, asked_again, causes })));
        }
        reasking.close();
        self.happened.say(PartEvent::Closed(session.close()));
    }

    fn give_up(self, together: Together<'_>, why: &str) {
        let Together { plan, options, .. } = together;
        for &number in &self.numbers {
            let info = &self.introduced[number];
            self.happened.say(PartEvent::Started(info.clone()));
            give_up(plan, info, why, options, &mut |outcome| self.happened.judged(outcome));
            self.happened.say(PartEvent::Finished(Box::default()));
        }
    }
}

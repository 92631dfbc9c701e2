//! Asks a process through a window of outstanding requests, and finds the input that breaks it.

use crate::ask::adapter::process::broken::Break;
use crate::ask::adapter::process::conversation::Conversation;
use crate::ask::adapter::process::pipes::Stderr;
use crate::ask::adapter::process::program::{ABSENT_CODE, ProcessAdapter, Supervision};
use crate::ask::adapter::{OpenFailure, Session};
use crate::ask::protocol::{AdapterLine, hello_request};
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::Response;
use illformed_vectors::Input;
use std::time::Instant;

/// How often a process that was fine once is started before it is given up.
const START_TRIES: usize = 3;

/// How many answers between two protocol errors show that the second has nothing to do with the first.
const FAR_APART: usize = 100;

/// A process that is asked, and started again when it breaks.
pub(crate) struct ProcessSession {
    adapter: ProcessAdapter,
    introduced_as: Option<AdapterLine>,
    decoders: Vec<DecoderInfo>,
    conversation: Option<Conversation>,
    stderr: Stderr,
}

/// How often the process broke while one decoder was asked.
#[derive(Default)]
struct BreakCount {
    restarts: usize,
    hangs: usize,
    /// Protocol errors in a row.
    faults: usize,
}

impl BreakCount {
    /// Counts a break; says why the decoder is given up, if it is.
    fn given_up(&mut self, broken: &Broken, supervision: &Supervision) -> Option<String> {
        if broken.answered >= FAR_APART {
            self.faults = 0;
        }
        let reached = |count: &mut usize, most: usize, what: &str| {
            *count += 1;
            (*count > most).then(|| format!("given up after {} {what}", *count - 1))
        };
        match &broken.why {
            Break::Interrupted | Break::Gone(_) => Some(broken.why.to_string()),
            Break::Late(_) => reached(&mut self.hangs, supervision.max_hangs, "missing answers"),
            Break::Ended(_) => reached(&mut self.restarts, supervision.max_crashes, "restarts"),
            Break::BrokenLine(_) => {
                let faults = reached(&mut self.faults, supervision.max_faults, "protocol errors");
                faults.or(reached(&mut self.restarts, supervision.max_crashes, "restarts"))
            }
        }
    }
}

/// How far a pass through the window came.
struct Broken {
    answered: usize,
    /// How many more were sent and not answered.
    outstanding: usize,
    why: Break,
}

impl ProcessSession {
    /// Starts the program of `adapter` and takes its introduction.
    pub(crate) fn open(adapter: ProcessAdapter) -> Result<Self, OpenFailure> {
        let stderr = Stderr::default();
        let mut conversation = started(&adapter, &stderr)?;
        introduce(&mut conversation).map_err(|why| {
            // There is no session yet that could show its standard error.
            conversation.kill();
            match &adapter.absence {
                Some(absence) if conversation.exit_code() == Some(ABSENT_CODE.into()) => {
                    OpenFailure::Absent(absence.clone())
                }
                _ => OpenFailure::Broken(why + &stderr.last_words()),
            }
        })?;
        let (introduced_as, decoders) = (conversation.adapter.clone(), conversation.decoders.clone());
        Ok(Self { adapter, introduced_as, decoders, conversation: Some(conversation), stderr })
    }

    /// The conversation, taken out, or another if the last one is over.
    fn running(&mut self) -> Result<Conversation, Break> {
        if self.adapter.supervision.is_interrupted() {
            return Err(Break::Interrupted);
        }
        self.conversation.take().map_or_else(|| self.start_anew(), Ok)
    }

    /// Another process, which must introduce itself like the first. One that dies before it does so is tried again:
    /// it spoke once, so that whatever killed it is not its nature.
    fn start_anew(&self) -> Result<Conversation, Break> {
        let gone = |why: &str| Break::Gone(OpenFailure::Broken(format!("could not be started again: {why}")));
        let supervision = &self.adapter.supervision;
        let mut tries_left = START_TRIES;
        loop {
            let began = Instant::now();
            let started = started(&self.adapter, &self.stderr)
                .map_err(|failure| failure.to_string())
                .and_then(|mut conversation| introduce(&mut conversation).map(|()| conversation));
            let failure = match started {
                Ok(new) if new.adapter == self.introduced_as && new.decoders == self.decoders => {
                    return Ok(new);
                }
                Ok(_) => return Err(gone("introduces other decoders after a restart")),
                Err(failure) => failure,
            };
            if supervision.is_interrupted() {
                return Err(Break::Interrupted);
            }
            tries_left -= 1;
            if tries_left == 0 || began.elapsed() >= supervision.hello_limit {
                return Err(gone(&failure));
            }
        }
    }

    /// Ends the process at once; the next pass starts another.
    fn kill(&mut self) {
        if let Some(mut conversation) = self.conversation.take() {
            conversation.kill();
        }
    }

    /// Asks `inputs` with at most `window` of them outstanding, until all are answered or the process breaks.
    fn pass(
        &mut self,
        decoder: usize,
        inputs: &[&Input],
        window: usize,
        answered: &mut dyn FnMut(usize, Response),
    ) -> Result<(), Broken> {
        let running = self.running().map_err(|why| Broken { answered: 0, outstanding: 0, why })?;
        let conversation = self.conversation.insert(running);
        let info = &self.decoders[decoder];
        let mut sent = 0;
        for (number, input) in inputs.iter().enumerate() {
            // Refilled when half empty, so that one write carries many requests.
            if sent - number <= window / 2 && sent < inputs.len() {
                let end = inputs.len().min(number + window);
                let requests = conversation.requests(info, &inputs[sent..end]);
                conversation.send(requests);
                sent = end;
            }
            match conversation.answer(input, &info.claim) {
                Ok((Response::Misused { fault, how }, _)) if fault.ends_process() => {
                    answered(number, Response::Misused { fault, how: how.clone() });
                    // What was sent behind it is sent anew.
                    return Err(Broken { answered: number + 1, outstanding: 0, why: Break::Ended(how) });
                }
                Ok((response, _)) => answered(number, response),
                Err(why) => {
                    let why = conversation.with_end(why);
                    return Err(Broken { answered: number, outstanding: sent - number, why });
                }
            }
        }
        Ok(())
    }

    /// Asks the inputs that were outstanding when the process broke, one by one, to find the one that breaks
    /// it. Returns how many were dealt with. If none breaks it again, or none can be asked again, the first
    /// carries what broke it: that must not go unseen.
    fn find_culprit(
        &mut self,
        decoder: usize,
        inputs: &[&Input],
        broken: &Break,
        answered: &mut dyn FnMut(usize, Response),
    ) -> usize {
        let mut responses = Vec::new();
        let mut is_found = false;
        while !is_found && responses.len() < inputs.len() {
            let (number, mut alone) = (responses.len(), None);
            let outcome = self.pass(decoder, &inputs[number..=number], 1, &mut |_, it| alone = Some(it));
            // It may have ended with its answer.
            if outcome.is_err() {
                self.kill();
            }
            is_found = alone.is_none();
            responses.push(alone.unwrap_or_else(|| match outcome.err().map(|broken| broken.why) {
                Some(Break::Gone(why)) => among(broken, &why.to_string(), number, inputs.len()),
                Some(alone) => alone.response(),
                None => broken.response(),
            }));
        }
        if let (false, Some(first)) = (is_found, responses.first_mut()) {
            *first = among(broken, "not reproduced alone", 0, inputs.len());
        }
        let count = responses.len();
        responses.into_iter().enumerate().for_each(|(number, response)| answered(number, response));
        count
    }
}

/// A conversation with a process of `adapter`, which is asked to introduce itself.
pub(crate) fn started(adapter: &ProcessAdapter, stderr: &Stderr) -> Result<Conversation, OpenFailure> {
    Conversation::start(&adapter.program()?, &adapter.supervision, Some(stderr), hello_request())
}

/// Takes the introduction of `conversation`. Fails, in words, if it is none.
fn introduce(conversation: &mut Conversation) -> Result<(), String> {
    let limit = conversation.supervision.hello_limit;
    let introduced = conversation.introduce(limit).and_then(|()| conversation.end_of_introduction());
    introduced.map_err(|broken| match conversation.with_end(broken) {
        Break::Late(limit) => format!("hello: nothing in {} ms", limit.as_millis()),
        broken @ (Break::Ended(_) | Break::Gone(_)) => format!("hello: {broken}"),
        broken @ (Break::BrokenLine(_) | Break::Interrupted) => broken.to_string(),
    })
}

/// The response to number `number` of `window` cases, any one of which may have broken the process. `why` says why the one
/// is not known.
fn among(broken: &Break, why: &str, number: usize, window: usize) -> Response {
    let (before, after) = (number, window - number - 1);
    let limit = match broken {
        Break::Ended(_) => None,
        Break::Late(limit) => Some(*limit),
        Break::BrokenLine(_) | Break::Gone(_) | Break::Interrupted => return broken.response(),
    };
    Response::Among { how: format!("{}, {why}", broken.response()), limit, before, after }
}

impl Session for ProcessSession {
    fn own_name(&self) -> Option<&str> {
        self.introduced_as.as_ref().filter(|_| self.adapter.is_command).map(|line| line.adapter.as_str())
    }

    fn decoders(&self) -> &[DecoderInfo] {
        &self.decoders
    }

    fn ask(&mut self, decoder: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
        let mut breaks = BreakCount::default();
        let mut next = 0;
        while next < inputs.len() {
            let window = self.adapter.supervision.window;
            let base = next;
            let pass = self.pass(decoder, &inputs[base..], window, &mut |number, response| {
                answered(base + number, response);
            });
            let Err(broken) = pass else { return };
            self.kill();
            next += broken.answered;
            if let Some(why) = breaks.given_up(&broken, &self.adapter.supervision) {
                (next..inputs.len()).for_each(|number| answered(number, Response::NotAsked(why.clone())));
                return;
            }
            let base = next;
            let mut answered = |number: usize, response| answered(base + number, response);
            if let Break::BrokenLine(_) = broken.why {
                // What it wrote cannot be taken back; the request that it should have answered carries it.
                answered(0, broken.why.response());
                next += 1;
            } else {
                let outstanding = &inputs[next..next + broken.outstanding];
                next += self.find_culprit(decoder, outstanding, &broken.why, &mut answered);
            }
        }
    }

    fn close(mut self: Box<Self>) -> String {
        // What it wrote last may still be in the pipe while it runs.
        self.conversation = None;
        self.adapter.without_folder(self.stderr.whole_text())
    }
}

//! Asks a process through a window of outstanding requests, and finds the input that breaks it.

use crate::ask::adapter::process::child::{Fault, Process, garbage};
use crate::ask::adapter::process::pipes::{Stderr, Writer};
use crate::ask::adapter::process::program::{Program, Supervision};
use crate::ask::adapter::{OpenFailure, Session};
use crate::ask::protocol::{answered_request, parse_answer, write_request};
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::Response;
use illformed_vectors::Input;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tempfile::TempDir;

/// How often a process that was fine once is started before it is given up.
const START_TRIES: usize = 3;

/// After how many answers in a row that are none of the protocol an adapter is given up: one that never answers in the
/// protocol would be started again for each case.
const MOST_GARBAGE: usize = 10;

/// A process that is asked, and started again when it breaks.
pub(crate) struct ProcessSession {
    program: Program,
    supervision: Supervision,
    /// The name by which it introduced itself, and whether that is the one to show.
    introduced_as: String,
    shows_own_name: bool,
    decoders: Vec<DecoderInfo>,
    process: Option<Process>,
    stderr: Stderr,
    /// Number of the next request to the process at hand.
    seq: u64,
    /// Where the program lies, if it was unpacked for this session.
    _folder: Option<Arc<TempDir>>,
}

/// How far a pass through the window came.
struct Broken {
    answered: usize,
    /// How many more were sent and not answered.
    outstanding: usize,
    fault: Fault,
}

impl ProcessSession {
    /// Starts `program`, which lies in `folder` if it was unpacked. `shows_own_name` says whether the session is known by
    /// the name that the program introduces itself with rather than by its command.
    pub(crate) fn open(
        program: Program,
        folder: Option<Arc<TempDir>>,
        supervision: Supervision,
        shows_own_name: bool,
    ) -> Result<Self, OpenFailure> {
        let stderr = Stderr::default();
        let mut process = Process::start(&program, &supervision, &stderr)?;
        let (introduced_as, decoders) = process.hello().map_err(|failure| match failure {
            // There is no session yet that could show its standard error.
            OpenFailure::Broken(why) => {
                process.kill();
                OpenFailure::Broken(why + &stderr.last_words())
            }
            absent @ OpenFailure::Absent(_) => absent,
        })?;
        Ok(Self {
            program,
            supervision,
            introduced_as,
            shows_own_name,
            decoders,
            process: Some(process),
            stderr,
            seq: 0,
            _folder: folder,
        })
    }

    /// The process, taken out, or another if the last one is gone.
    fn running_process(&mut self) -> Result<Process, Fault> {
        if self.supervision.interrupted.load(Ordering::Relaxed) {
            return Err(Fault::Interrupted);
        }
        if let Some(process) = self.process.take() {
            return Ok(process);
        }
        self.seq = 0;
        self.start_anew()
    }

    /// Another process, which must introduce itself like the first. One that dies before it does so is tried again:
    /// it spoke once, so that whatever killed it is not its nature.
    fn start_anew(&self) -> Result<Process, Fault> {
        let gone = |why: &dyn fmt::Display| Fault::Gone(format!("could not be started again: {why}"));
        let mut tries_left = START_TRIES;
        loop {
            let began = Instant::now();
            let started = Process::start(&self.program, &self.supervision, &self.stderr)
                .and_then(|mut process| process.hello().map(|introduced| (process, introduced)));
            let failure = match started {
                Ok((process, (name, decoders))) => {
                    let same = name == self.introduced_as && decoders == self.decoders;
                    let changed = || gone(&"introduces other decoders after a restart");
                    return same.then_some(process).ok_or_else(changed);
                }
                Err(failure) => failure,
            };
            if self.supervision.interrupted.load(Ordering::Relaxed) {
                return Err(Fault::Interrupted);
            }
            tries_left -= 1;
            if tries_left == 0 || began.elapsed() >= self.supervision.hello_limit {
                return Err(gone(&failure));
            }
        }
    }

    /// Ends the process at once; the next pass starts another.
    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
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
        let running = self.running_process();
        let running = running.map_err(|fault| Broken { answered: 0, outstanding: 0, fault })?;
        let process = self.process.insert(running);
        let info = &self.decoders[decoder];
        let first_seq = self.seq;
        let answer_limit = self.supervision.answer_limit;
        let mut sent = 0;
        let mut last_answer = Instant::now();
        for (number, input) in inputs.iter().enumerate() {
            // Refilled when half empty, so that one write carries many requests.
            if sent - number <= window / 2 && sent < inputs.len() {
                let end = inputs.len().min(number + window);
                let mut text = String::new();
                for (offset, input) in inputs[sent..end].iter().enumerate() {
                    write_request(&mut text, first_seq + (sent + offset) as u64, &info.name, input);
                }
                process.writer.send(first_seq + end as u64, text);
                sent = end;
            }
            let seq = first_seq + number as u64;
            let deadline = |writer: &Writer| writer.written_at(seq).max(last_answer) + answer_limit;
            let response = process.next_line(deadline).and_then(|line| {
                let text = str::from_utf8(&line).map_err(|_| garbage("a line is not UTF-8", &line))?;
                match parse_answer(text, info.claim.out, input) {
                    Ok(answer) if answer.seq == seq => Ok(answer.response),
                    // The answer to another request need not fit this one; that it is another's says more.
                    outcome => {
                        let what = match answered_request(text).filter(|other| *other != seq) {
                            Some(other) => format!("answer to request {other}, expected {seq}"),
                            None => outcome.err().map_or_else(String::new, |error| error.to_string()),
                        };
                        Err(garbage(&what, &line))
                    }
                }
            });
            match response {
                Ok(response) => answered(number, response),
                Err(fault) => {
                    let fault = process.with_end(fault);
                    return Err(Broken { answered: number, outstanding: sent - number, fault });
                }
            }
            last_answer = Instant::now();
        }
        self.seq = first_seq + inputs.len() as u64;
        Ok(())
    }

    /// Asks the inputs that were outstanding when the process broke, one by one, to find the one that breaks
    /// it. Returns how many were dealt with. If none breaks it again, or none can be asked again, the first
    /// carries the fault: it must not go unseen.
    fn find_culprit(
        &mut self,
        decoder: usize,
        inputs: &[&Input],
        fault: &Fault,
        answered: &mut dyn FnMut(usize, Response),
    ) -> usize {
        let mut responses = Vec::new();
        for (number, input) in inputs.iter().enumerate() {
            let mut alone = None;
            let single = std::slice::from_ref(input);
            let outcome = self.pass(decoder, single, 1, &mut |_, response| alone = Some(response));
            if let Some(response) = alone {
                responses.push(response);
                continue;
            }
            let response = match outcome.err().map(|broken| broken.fault) {
                Some(Fault::Gone(why)) => among(fault, &why, number, inputs.len()),
                Some(fault) => response_to(&fault),
                None => response_to(fault),
            };
            self.kill();
            for (number, response) in responses.into_iter().enumerate() {
                answered(number, response);
            }
            answered(number, response);
            return number + 1;
        }
        for (number, response) in responses.into_iter().enumerate() {
            let response = match number {
                0 => among(fault, "not reproduced alone", 0, inputs.len()),
                _ => response,
            };
            answered(number, response);
        }
        inputs.len()
    }
}

/// The response to the case that caused the fault.
fn response_to(fault: &Fault) -> Response {
    match fault {
        Fault::Died(how) => Response::Crashed(how.clone()),
        Fault::Hung(limit) => Response::TimedOut(*limit),
        Fault::Garbage(what) => Response::ProtocolError(what.clone()),
        Fault::Gone(why) => Response::NotAsked(why.clone()),
        Fault::Interrupted => Response::NotAsked("interrupted".to_owned()),
    }
}

/// The response to number `number` of `window` cases, any one of which may have caused the fault. `why` says why the one
/// is not known.
fn among(fault: &Fault, why: &str, number: usize, window: usize) -> Response {
    let (before, after) = (number, window - number - 1);
    match fault {
        Fault::Died(how) => Response::CrashedAmong { how: format!("{how}, {why}"), before, after },
        Fault::Hung(limit) => Response::TimedOutAmong { limit: *limit, why: why.to_owned(), before, after },
        Fault::Garbage(_) | Fault::Gone(_) | Fault::Interrupted => response_to(fault),
    }
}

impl Session for ProcessSession {
    fn own_name(&self) -> Option<&str> {
        self.shows_own_name.then_some(self.introduced_as.as_str())
    }

    fn decoders(&self) -> &[DecoderInfo] {
        &self.decoders
    }

    fn ask(&mut self, decoder: usize, inputs: &[&Input], answered: &mut dyn FnMut(usize, Response)) {
        let (mut crashes, mut hangs, mut garbage) = (0, 0, 0);
        let mut next = 0;
        while next < inputs.len() {
            let window = self.supervision.window;
            let base = next;
            let pass = self.pass(decoder, &inputs[base..], window, &mut |number, response| {
                answered(base + number, response);
            });
            let Err(broken) = pass else { return };
            self.kill();
            next += broken.answered;
            if broken.answered > 0 {
                garbage = 0;
            }
            let give_up = match &broken.fault {
                Fault::Interrupted => Some("interrupted".to_owned()),
                Fault::Gone(why) => Some(why.clone()),
                Fault::Garbage(_) if garbage >= MOST_GARBAGE => {
                    Some(format!("given up after {garbage} protocol errors in a row"))
                }
                Fault::Died(_) | Fault::Garbage(_) | Fault::Hung(_)
                    if crashes >= self.supervision.max_crashes =>
                {
                    Some(format!("given up after {crashes} restarts"))
                }
                Fault::Died(_) | Fault::Garbage(_) | Fault::Hung(_)
                    if hangs >= self.supervision.max_hangs =>
                {
                    Some(format!("given up after {hangs} missing answers"))
                }
                Fault::Died(_) | Fault::Garbage(_) | Fault::Hung(_) => None,
            };
            if let Some(why) = give_up {
                (next..inputs.len()).for_each(|number| answered(number, Response::NotAsked(why.clone())));
                return;
            }
            match &broken.fault {
                Fault::Hung(_) => hangs += 1,
                Fault::Died(_) | Fault::Garbage(_) | Fault::Gone(_) | Fault::Interrupted => crashes += 1,
            }
            let base = next;
            let mut answered = |number: usize, response| answered(base + number, response);
            if let Fault::Garbage(_) = broken.fault {
                // What it wrote cannot be taken back; the request that it should have answered carries it.
                answered(0, response_to(&broken.fault));
                next += 1;
                garbage += 1;
            } else {
                let outstanding = &inputs[next..next + broken.outstanding];
                next += self.find_culprit(decoder, outstanding, &broken.fault, &mut answered);
            }
        }
    }

    fn close(mut self: Box<Self>) -> String {
        // What it wrote last may still be in the pipe while it runs.
        self.process = None;
        self.stderr.whole_text()
    }
}

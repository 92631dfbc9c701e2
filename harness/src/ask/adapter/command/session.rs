//! Asking a program with a process for each case, several at once.

use crate::ask::adapter::Session;
use crate::ask::adapter::command::once::{End, run_once};
use crate::ask::adapter::command::probe::Probed;
use crate::ask::adapter::process::{Program, Supervision};
use illformed_judge::claim::DecoderInfo;
use illformed_judge::judge::Response;
use illformed_judge::observation::{Observation, Text};
use illformed_judge::shown::{WROTE, quoted_output as quoted};
use illformed_vectors::Input;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// How many processes there are at once for each core. A process waits more than it works.
const PROCESSES_A_CORE: usize = 2;

/// A program that passed its probe.
pub(super) struct CommandSession {
    pub(super) program: Program,
    pub(super) probed: Probed,
    pub(super) decoder: DecoderInfo,
    pub(super) supervision: Supervision,
}

impl CommandSession {
    fn ask_one(&self, input: &Input, hangs: &AtomicUsize) -> Response {
        let Input::Bytes(bytes) = input else {
            return Response::NotAsked("takes no chunks".to_owned());
        };
        if self.supervision.interrupted.load(Ordering::Relaxed) {
            return Response::NotAsked("interrupted".to_owned());
        }
        let hung = hangs.load(Ordering::Relaxed);
        if hung >= self.supervision.max_hangs {
            return Response::NotAsked(format!("given up after {hung} missing answers"));
        }
        let unheard = |command: &mut Command| {
            command.stderr(Stdio::null());
        };
        let ended = match run_once(&self.program, bytes, unheard, &self.supervision) {
            Ok(ended) => ended,
            Err(failure) => return Response::NotAsked(failure.to_string()),
        };
        match ended.end {
            End::Exited(0) => self.accepted(&ended.output),
            End::Exited(code) if self.probed.reject_codes.contains(&code) => {
                // What it wrote until then is what its buffers let through; nobody promises that.
                Observation::reject(None, None).into()
            }
            End::Exited(code) => Response::Crashed(format!("exited with code {code}")),
            End::Died(how) | End::UsedTooMuch(how) => Response::Crashed(how),
            End::Hung => {
                hangs.fetch_add(1, Ordering::Relaxed);
                Response::TimedOut(self.supervision.answer_limit)
            }
            End::WroteTooMuch(limit) => Response::ProtocolError(format!("wrote more than {limit} bytes")),
            End::Interrupted => Response::NotAsked("interrupted".to_owned()),
        }
    }

    fn accepted(&self, output: &[u8]) -> Response {
        let Some(reading) = self.probed.reading else { return Observation::accept(Text::None).into() };
        if let Some(text) = reading.text(output) {
            return Observation::accept(text).into();
        }
        let what = "its output cannot be read as the form it has";
        Response::ProtocolError(format!("{what}{WROTE}{}", quoted(output)))
    }
}

impl Session for CommandSession {
    fn decoders(&self) -> &[DecoderInfo] {
        std::slice::from_ref(&self.decoder)
    }

    fn ask(&mut self, _: usize, inputs: &[Input], answered: &mut dyn FnMut(usize, Response)) {
        let session = &*self;
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let (next, hangs) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (next, hangs) = (&next, &hangs);
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..(PROCESSES_A_CORE * cores).min(inputs.len()) {
                let sender = sender.clone();
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(input) = inputs.get(number) else { return };
                        if sender.send((number, session.ask_one(input, hangs))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            // They come as they end and go on in order.
            let mut early = BTreeMap::new();
            let mut due = 0;
            for (number, response) in receiver {
                early.insert(number, response);
                while let Some(response) = early.remove(&due) {
                    answered(due, response);
                    due += 1;
                }
            }
        });
    }

    fn close(self: Box<Self>) -> String {
        self.probed.stderr.clone()
    }
}

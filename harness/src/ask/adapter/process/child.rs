//! One process, from its start to its end.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::pipes::{Output, Stderr, Writer, read_lines};
use crate::ask::adapter::process::program::{CANARY_VARIABLE, Program, Supervision};
use crate::ask::adapter::process::supervised::{Halt, RunningProgram, describe_end, spawn_group};
use crate::ask::protocol::{hello_request, parse_adapter, parse_decoder};
use illformed_judge::claim::DecoderInfo;
use illformed_judge::shown::{WROTE, quoted_output as quoted};
use std::collections::VecDeque;
use std::fmt;
use std::process::Stdio;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How long a process that broke the protocol may take to end by itself.
const AFTER_GARBAGE: Duration = Duration::from_millis(50);

/// Why a process cannot be asked any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    Died(String),
    /// It did not answer in time.
    Hung(Duration),
    /// It broke the protocol.
    Garbage(String),
    /// It could not be started again.
    Gone(String),
    Interrupted,
}

/// A running process and its group.
pub(crate) struct Process {
    child: RunningProgram,
    pub(crate) writer: Writer,
    output: Receiver<Output>,
    lines: VecDeque<Vec<u8>>,
    /// Its output is not read to the end, and it may die of the closed pipe.
    unread: bool,
    pub(crate) supervision: Supervision,
}

impl Process {
    /// Starts `program` and reads what it writes.
    pub(crate) fn start(
        program: &Program,
        supervision: &Supervision,
        stderr: &Stderr,
    ) -> Result<Self, OpenFailure> {
        let mut child = spawn_group(program, supervision.limits(), |command| {
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            if let Some(canary) = supervision.canary {
                command.env(CANARY_VARIABLE, format!("{canary:02x}"));
            }
        })?;
        let (stdin, stdout) = child.take_pipes()?;
        if let Some(errors) = child.take_stderr() {
            stderr.collect(errors);
        }
        Ok(Self {
            child,
            writer: Writer::start(stdin),
            output: read_lines(stdout, supervision.max_line_bytes),
            lines: VecDeque::new(),
            unread: false,
            supervision: supervision.clone(),
        })
    }

    /// Its name and the decoders that it introduces.
    pub(crate) fn hello(&mut self) -> Result<(String, Vec<DecoderInfo>), OpenFailure> {
        self.introduction().map_err(|fault| {
            let fault = self.with_end(fault);
            broken_hello(fault, self.supervision.hello_limit)
        })
    }

    fn introduction(&mut self) -> Result<(String, Vec<DecoderInfo>), Fault> {
        self.writer.send(0, hello_request());
        let deadline = Instant::now() + self.supervision.hello_limit;
        let mut line = || -> Result<String, Fault> {
            let line = self.next_line(|_| deadline).map_err(|fault| match fault {
                Fault::Garbage(what) => Fault::Garbage(format!("hello: {what}")),
                fault => fault,
            })?;
            String::from_utf8(line).map_err(|error| garbage("hello: a line is not UTF-8", error.as_bytes()))
        };
        let first = line()?;
        let adapter = parse_adapter(&first).map_err(|error| garbage(&error, first.as_bytes()))?;
        let mut decoders: Vec<DecoderInfo> = Vec::new();
        for _ in 0..adapter.decoders {
            let line = line()?;
            let decoder = parse_decoder(&line, &adapter).map_err(|error| garbage(&error, line.as_bytes()))?;
            if decoders.iter().any(|other| other.name == decoder.name) {
                let why = format!("hello: two decoders are named `{}`", decoder.name);
                return Err(garbage(&why, line.as_bytes()));
            }
            decoders.push(decoder);
        }
        // Nothing was asked yet. A line that comes later cannot be distinguished from an answer.
        match self.lines.front() {
            Some(line) => Err(garbage("hello: a line more than its decoders", line)),
            None => Ok((adapter.adapter, decoders)),
        }
    }

    /// `fault`, with how the process ended, if it broke the protocol and ended: its output is then often an error message
    /// about that end.
    pub(crate) fn with_end(&mut self, fault: Fault) -> Fault {
        let what = match fault {
            Fault::Garbage(what) if !self.unread => what,
            fault => return fault,
        };
        match self.child.wait(Instant::now() + AFTER_GARBAGE) {
            Ok(status) => Fault::Garbage(format!("{what}; {}", describe_end(status))),
            Err(_) => Fault::Garbage(what),
        }
    }

    /// The next line, if it comes before the deadline. `deadline` is called before each check, since the writer may make
    /// progress.
    pub(crate) fn next_line(&mut self, deadline: impl Fn(&Writer) -> Instant) -> Result<Vec<u8>, Fault> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(line);
            }
            return Err(match self.child.receive(&self.output, || deadline(&self.writer)) {
                Ok(Output::Lines(lines)) => {
                    self.lines.extend(lines);
                    continue;
                }
                Ok(Output::TooLong(line)) => {
                    self.unread = true;
                    let limit = self.supervision.max_line_bytes;
                    garbage(&format!("a line of more than {limit} bytes"), &line)
                }
                Ok(Output::Closed(rest)) => self.end(&rest),
                Err(Halt::Closed | Halt::HeldOpen) => self.end(&[]),
                Err(Halt::Interrupted) => Fault::Interrupted,
                Err(Halt::OverMemory(excess)) => Fault::Died(excess),
                Err(Halt::Late) => Fault::Hung(self.supervision.answer_limit),
            });
        }
    }

    /// How it ended, once its output is closed. It may have closed its output and live on.
    fn end(&mut self, rest: &[u8]) -> Fault {
        let how = match self.child.wait(Instant::now() + Duration::from_secs(1)) {
            Ok(status) => describe_end(status),
            Err(Halt::Interrupted) => return Fault::Interrupted,
            Err(Halt::OverMemory(excess)) => excess,
            Err(_) => "closed its standard output and went on".to_owned(),
        };
        Fault::Died(match rest {
            [] => how,
            rest => format!("{how}, in the middle of a line{WROTE}{}", quoted(rest)),
        })
    }

    /// Ends it and its group.
    pub(crate) fn kill(&mut self) {
        self.child.kill();
    }
}

impl Drop for Process {
    /// Closes its input, which should end it. What is left of its group after a second, or at once after an interrupt, is
    /// killed.
    fn drop(&mut self) {
        self.writer.close();
        let _ = self.child.wait(Instant::now() + Duration::from_secs(1));
        self.kill();
    }
}

/// A breach of the protocol, with the bytes that were written.
pub(crate) fn garbage(what: &(impl fmt::Display + ?Sized), written: &[u8]) -> Fault {
    Fault::Garbage(format!("{what}{WROTE}{}", quoted(written)))
}

fn broken_hello(fault: Fault, limit: Duration) -> OpenFailure {
    OpenFailure::Broken(match fault {
        Fault::Died(how) => format!("hello: {how}"),
        Fault::Hung(_) => format!("hello: nothing in {} ms", limit.as_millis()),
        Fault::Garbage(what) => what,
        Fault::Gone(what) => format!("hello: {what}"),
        Fault::Interrupted => "interrupted".to_owned(),
    })
}

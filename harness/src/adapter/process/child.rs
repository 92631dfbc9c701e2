//! One process, from its start to its end.

use crate::adapter::OpenFailure;
use crate::adapter::process::memory::MemoryWatch;
use crate::adapter::process::pipes::{Output, Stderr, Writer, read_lines};
use crate::adapter::process::program::{Program, Supervision};
use crate::adapter::process::spawn::{describe_end, exit_status, kill_group, spawn_group};
use crate::claim::DecoderInfo;
use crate::protocol::{hello_request, parse_adapter, parse_decoder};
use process_wrap::std::ChildWrapper;
use std::collections::VecDeque;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a wait looks whether everything was interrupted.
const INTERRUPT_POLL: Duration = Duration::from_millis(100);

/// Why a process is of no more use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It ended.
    Died(String),
    /// It did not answer in time.
    Hung(Duration),
    /// It wrote something that is no answer.
    Garbage(String),
    /// It could not be started again.
    Gone(String),
    /// The user interrupted the run.
    Interrupted,
}

/// A running process with its group.
pub(crate) struct Process {
    child: Box<dyn ChildWrapper>,
    pub(crate) writer: Writer,
    output: Receiver<Output>,
    lines: VecDeque<Vec<u8>>,
    memory: MemoryWatch,
    supervision: Supervision,
}

impl Process {
    /// Starts `program` and reads what it writes.
    pub(crate) fn start(
        program: &Program,
        supervision: &Supervision,
        stderr: &Stderr,
    ) -> Result<Self, OpenFailure> {
        let mut child = spawn_group(program, |command| {
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        })?;
        let (stdin, stdout, errors) = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(stdin), Some(stdout), Some(errors)) = (stdin, stdout, errors) else {
            return Err(OpenFailure::Broken("the process has no pipes".to_owned()));
        };
        stderr.collect(errors);
        Ok(Self {
            memory: MemoryWatch::new(child.id(), supervision.max_memory_mib),
            child,
            writer: Writer::start(stdin),
            output: read_lines(stdout, supervision.max_line_bytes),
            lines: VecDeque::new(),
            supervision: supervision.clone(),
        })
    }

    /// Its name and the decoders that it introduces.
    pub(crate) fn hello(&mut self) -> Result<(String, Vec<DecoderInfo>), OpenFailure> {
        self.writer.send(0, hello_request());
        let limit = self.supervision.hello_limit;
        let deadline = Instant::now() + limit;
        let mut line = || {
            let text = self.next_line(|_| deadline).map_err(|fault| broken_hello(fault, limit))?;
            String::from_utf8(text).map_err(|_| OpenFailure::Broken("hello: a line is not UTF-8".to_owned()))
        };
        let adapter = parse_adapter(&line()?).map_err(|error| OpenFailure::Broken(error.to_string()))?;
        let mut decoders: Vec<DecoderInfo> = Vec::new();
        for _ in 0..adapter.decoders {
            let decoder =
                parse_decoder(&line()?, &adapter).map_err(|error| OpenFailure::Broken(error.to_string()))?;
            if decoders.iter().any(|other| other.name == decoder.name) {
                return Err(OpenFailure::Broken(format!("hello: two decoders are named `{}`", decoder.name)));
            }
            decoders.push(decoder);
        }
        // Nothing was asked yet. One that comes later cannot be told from an answer.
        if !self.lines.is_empty() {
            return Err(OpenFailure::Broken("hello: a line more than its decoders".to_owned()));
        }
        Ok((adapter.adapter, decoders))
    }

    /// The next line, if it comes before the deadline. `deadline` is asked again and again, since the writer may get on.
    pub(crate) fn next_line(&mut self, deadline: impl Fn(&Writer) -> Instant) -> Result<Vec<u8>, Fault> {
        let mut orphaned = false;
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(line);
            }
            if self.supervision.interrupted.load(Ordering::Relaxed) {
                return Err(Fault::Interrupted);
            }
            if self.memory.exceeded() {
                let limit = self.supervision.max_memory_mib;
                return Err(Fault::Died(format!("used more than {limit} MiB of memory")));
            }
            let left = deadline(&self.writer).saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(INTERRUPT_POLL)) {
                Ok(Output::Lines(lines)) => self.lines.extend(lines),
                Ok(Output::TooLong) => {
                    let limit = self.supervision.max_line_bytes;
                    return Err(Fault::Garbage(format!("a line of more than {limit} bytes")));
                }
                Ok(Output::Closed(rest)) => return Err(Fault::Died(self.end(&rest))),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Died(self.end(&[]))),
                // It ended and something that it started holds its output open. With its group gone the
                // output ends, after the lines that are still in it, unless the holder left the group.
                Err(RecvTimeoutError::Timeout) if self.exit_status().is_some() => {
                    if orphaned {
                        return Err(Fault::Died(self.end(&[])));
                    }
                    orphaned = true;
                    self.kill();
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Fault::Hung(self.supervision.answer_limit));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it ended, once its output is closed. It may have closed its output and live on.
    fn end(&mut self, rest: &[u8]) -> String {
        let deadline = Instant::now() + Duration::from_secs(1);
        let how = loop {
            match self.exit_status() {
                Some(status) => break describe_end(status),
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                None => break "closed its standard output and went on".to_owned(),
            }
        };
        if rest.is_empty() {
            return how;
        }
        let start: String = String::from_utf8_lossy(rest).chars().take(40).collect();
        format!("{how}, in the middle of a line: {}", start.escape_debug())
    }

    fn exit_status(&mut self) -> Option<ExitStatus> {
        exit_status(self.child.as_mut())
    }

    /// Ends it and everything it started.
    pub(crate) fn kill(&mut self) {
        kill_group(self.child.as_mut());
    }
}

impl Drop for Process {
    /// The end of its input should end it; what is left of it and its group after a moment, or at once after an
    /// interrupt, is killed.
    fn drop(&mut self) {
        self.writer.close();
        let deadline = Instant::now() + Duration::from_secs(1);
        let interrupted = Arc::clone(&self.supervision.interrupted);
        let patient = || !interrupted.load(Ordering::Relaxed) && Instant::now() < deadline;
        while self.exit_status().is_none() && patient() {
            thread::sleep(Duration::from_millis(2));
        }
        self.kill();
    }
}

fn broken_hello(fault: Fault, limit: Duration) -> OpenFailure {
    OpenFailure::Broken(match fault {
        Fault::Died(how) => format!("hello: {how}"),
        Fault::Hung(_) => format!("hello: nothing in {} ms", limit.as_millis()),
        Fault::Garbage(what) | Fault::Gone(what) => format!("hello: {what}"),
        Fault::Interrupted => "interrupted".to_owned(),
    })
}

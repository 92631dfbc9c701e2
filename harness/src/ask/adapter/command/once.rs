//! A program run once, from its start to its end.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::{
    MEMORY_INTERVAL, Program, RunningProgram, Supervision, describe_end, spawn_group,
};
use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What every pipe takes at once, before anybody reads (the `PIPE_BUF` of Linux).
const PIPE_TAKES: usize = 4096;

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// By itself, with this code.
    Exited(i32),
    /// Otherwise: a signal, in words.
    Died(String),
    /// It did not end in time and was killed.
    Hung,
    /// It wrote more than this many bytes and was killed.
    WroteTooMuch(usize),
    /// It used too much memory, with what it started, and was killed: in words.
    UsedTooMuch(String),
    /// The user interrupted the run.
    Interrupted,
}

/// How a program ended, and what it had written to its standard output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) end: End,
    pub(crate) output: Vec<u8>,
}

/// Runs `program` with `input` on its standard input, within `supervision.answer_limit`. `configure` says where its standard
/// error goes, and what else is particular to it. Whatever it started is gone when this returns. Fails if it cannot be
/// started.
pub(crate) fn run_once(
    program: &Program,
    input: &[u8],
    configure: impl FnOnce(&mut Command),
    supervision: &Supervision,
) -> Result<Ended, OpenFailure> {
    let deadline = Instant::now() + supervision.answer_limit;
    let mut child = spawn_group(program, |command| {
        configure(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    })?;
    let (Some(stdin), Some(stdout)) = (child.take_stdin(), child.take_stdout()) else {
        return Err(OpenFailure::Broken("the process has no pipes".to_owned()));
    };
    write_input(stdin, input);
    let output = read_output(stdout, supervision.max_line_bytes);
    let ended = wait(&mut child, &output, deadline, supervision);
    child.kill();
    Ok(ended)
}

/// A program may end without having read everything; then its exit code is the answer all the same.
fn write_input(mut stdin: ChildStdin, input: &[u8]) {
    if input.len() <= PIPE_TAKES {
        let _ = stdin.write_all(input);
        return;
    }
    let input = input.to_vec();
    thread::spawn(move || stdin.write_all(&input));
}

/// Its output once that is closed, or one byte more than `max_bytes`.
fn read_output(stdout: ChildStdout, max_bytes: usize) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut output = Vec::new();
        // What came before an error is what it wrote.
        let _ = stdout.take(max_bytes as u64 + 1).read_to_end(&mut output);
        sender.send(output)
    });
    receiver
}

fn wait(
    child: &mut RunningProgram,
    output: &Receiver<Vec<u8>>,
    deadline: Instant,
    supervision: &Supervision,
) -> Ended {
    let without_output = |end| Ended { end, output: Vec::new() };
    let mut memory = child.memory_watch(supervision.max_memory_mib);
    let mut orphaned = false;
    let output = loop {
        if let Some(excess) = memory.excess() {
            return without_output(End::UsedTooMuch(excess));
        }
        let left = deadline.saturating_duration_since(Instant::now());
        match output.recv_timeout(left.min(MEMORY_INTERVAL)) {
            Ok(output) => break output,
            Err(RecvTimeoutError::Disconnected) => break Vec::new(),
            Err(RecvTimeoutError::Timeout) if supervision.interrupted.load(Ordering::Relaxed) => {
                return without_output(End::Interrupted);
            }
            Err(RecvTimeoutError::Timeout) if left.is_zero() => return without_output(End::Hung),
            // It ended and something that it started holds its output open.
            Err(RecvTimeoutError::Timeout) if !orphaned && child.exit_status().is_some() => {
                orphaned = true;
                child.kill();
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    if output.len() > supervision.max_line_bytes {
        return without_output(End::WroteTooMuch(supervision.max_line_bytes));
    }
    let mut pause = Duration::from_micros(20);
    loop {
        if let Some(status) = child.exit_status() {
            let end = status.code().map_or_else(|| End::Died(describe_end(status)), End::Exited);
            return Ended { end, output };
        }
        if supervision.interrupted.load(Ordering::Relaxed) {
            return without_output(End::Interrupted);
        }
        if Instant::now() >= deadline {
            return without_output(End::Hung);
        }
        if let Some(excess) = memory.excess() {
            return without_output(End::UsedTooMuch(excess));
        }
        // Its output is closed, so it is about to end.
        thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(5));
    }
}

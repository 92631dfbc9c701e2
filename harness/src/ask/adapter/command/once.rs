//! A program run once, from its start to its end.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::{Halt, Program, RunningProgram, Supervision, spawn_group};
use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

/// What every pipe takes at once, before anybody reads (the `PIPE_BUF` of Linux).
const PIPE_TAKES: usize = 4096;

/// How a program ended and what it had written to its standard output, or why it was killed.
pub(crate) type Ended = Result<(ExitStatus, Vec<u8>), Halt>;

/// Runs `program` with `input` on its standard input, within `supervision.answer_limit`. `configure` says where its standard
/// error goes, and what else is particular to it. Its group is gone when this returns. Fails if it cannot be
/// started.
pub(crate) fn run_once(
    program: &Program,
    input: &[u8],
    configure: impl FnOnce(&mut Command),
    supervision: &Supervision,
) -> Result<Ended, OpenFailure> {
    let deadline = Instant::now() + supervision.answer_limit;
    let mut child = spawn_group(program, supervision.limits(), |command| {
        configure(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    })?;
    let (stdin, stdout) = child.take_pipes()?;
    write_input(stdin, input);
    let output = read_output(stdout, supervision.max_line_bytes);
    let ended = end(&mut child, &output, deadline, supervision.max_line_bytes);
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

fn end(child: &mut RunningProgram, output: &Receiver<Vec<u8>>, deadline: Instant, max_bytes: usize) -> Ended {
    let output = loop {
        match child.receive(output, || deadline) {
            // The holder may close it in time.
            Err(Halt::HeldOpen) if Instant::now() < deadline => {}
            Err(Halt::Closed) => break Vec::new(),
            received => break received?,
        }
    };
    if output.len() > max_bytes {
        return Err(Halt::OverOutput(max_bytes));
    }
    // Its output is closed, so it is about to end.
    Ok((child.wait(deadline)?, output))
}

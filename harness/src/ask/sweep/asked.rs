//! The process that sweeps one of its decoders.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::{
    Halt, Output, Program, Supervision, describe_end, read_lines, spawn_group,
};
use crate::ask::sweep::{SweepLine, SweepOrder};
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// How long a process may take to end after its output.
const AFTER_CLOSE: Duration = Duration::from_secs(1);

/// Why a sweep did not come to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SweepBreak {
    /// The process ended: how.
    Ended(String),
    /// No line came in this time.
    Late(Duration),
    /// It could not be started, or wrote what is no line of a worker.
    Broken(String),
    Interrupted,
}

/// Starts `program` as a worker, has it do what `order` says, and hands over its lines.
pub fn ask_sweep(
    program: &Program,
    order: &SweepOrder,
    supervision: &Supervision,
    heard: &mut dyn FnMut(SweepLine),
) -> Result<(), SweepBreak> {
    let broken = |failure: OpenFailure| SweepBreak::Broken(failure.to_string());
    let mut worker = spawn_group(program, supervision.limits(), |command| {
        command.arg("--sweep").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    })
    .map_err(broken)?;
    let (mut stdin, stdout) = worker.take_pipes().map_err(broken)?;
    // A worker that ended before it read this says so by its end.
    let _ = stdin.write_all((serde_json::json!(order).to_string() + "\n").as_bytes());
    drop(stdin);
    let output = read_lines(stdout, supervision.max_line_bytes);
    // The first line comes after what the library does when it is loaded.
    let mut limit = supervision.hello_limit;
    let mut is_done = false;
    loop {
        let deadline = Instant::now() + limit;
        let lines = match worker.receive(&output, || deadline) {
            Ok(Output::Lines(lines)) => lines,
            Ok(Output::TooLong(_)) => {
                return Err(SweepBreak::Broken("wrote a line that is too long".to_owned()));
            }
            Ok(Output::Closed(_)) | Err(Halt::Closed | Halt::HeldOpen | Halt::OverOutput(_)) => {
                let status = worker.wait(Instant::now() + AFTER_CLOSE);
                return match status {
                    _ if is_done => Ok(()),
                    Ok(status) => Err(SweepBreak::Ended(describe_end(status))),
                    Err(_) => Err(SweepBreak::Ended("closed its standard output and went on".to_owned())),
                };
            }
            Err(Halt::Late) => return Err(SweepBreak::Late(limit)),
            Err(Halt::OverMemory(excess)) => return Err(SweepBreak::Ended(excess)),
            Err(Halt::Interrupted) => return Err(SweepBreak::Interrupted),
        };
        limit = supervision.answer_limit;
        for line in lines {
            let line = serde_json::from_slice(&line)
                .map_err(|error| SweepBreak::Broken(format!("wrote no line of a sweep: {error}")))?;
            is_done |= line == SweepLine::Done;
            heard(line);
        }
    }
}

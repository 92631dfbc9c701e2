//! A program run once, from its start to its end.

use crate::ask::adapter::process::broken::{Break, BrokenLine};
use crate::ask::adapter::process::pipes::Stderr;
use crate::ask::adapter::process::program::{Program, Supervision};
use crate::ask::adapter::process::rule::Rule;
use crate::ask::adapter::process::supervised::spawn_piped;
use std::io::{Read, Write};
use std::process::{ChildStdin, ExitStatus};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

/// What every pipe takes at once, before anybody reads (the `PIPE_BUF` of Linux).
const PIPE_TAKES: usize = 4096;

/// How `program` ends, with `input` on its standard input, and what it writes to its standard output, within
/// `supervision.answer_limit`. Its standard error goes to `stderr`, or nowhere. Its group is gone when this returns.
pub(crate) fn run_once(
    program: &Program,
    input: &[u8],
    stderr: Option<&Stderr>,
    supervision: &Supervision,
) -> Result<(ExitStatus, Vec<u8>), Break> {
    let (began, limit, max_bytes) = (Instant::now(), supervision.answer_limit, supervision.max_line_bytes);
    let (mut child, stdin, stdout) = spawn_piped(program, supervision, stderr)?;
    write_input(stdin, input);
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut output = Vec::new();
        // What came before an error is what it wrote.
        let _ = stdout.take(max_bytes as u64 + 1).read_to_end(&mut output);
        sender.send(output)
    });
    let output = loop {
        match child.receive(&receiver, limit, || began)? {
            Some(output) => break output,
            // What holds it open may close it in time.
            None if began.elapsed() < limit => {}
            None => return Err(Break::Late(limit)),
        }
    };
    if output.len() > max_bytes {
        let reason = format!("wrote more than {max_bytes} bytes");
        return Err(BrokenLine::new(Rule::LineEnds, reason, output).into());
    }
    // Its output is closed, so it is about to end.
    Ok((child.wait(began, limit)?, output))
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

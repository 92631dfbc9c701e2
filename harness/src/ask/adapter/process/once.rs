//! A program run once, from its start to its end.

use crate::ask::adapter::process::broken::{Break, BrokenLine};
use crate::ask::adapter::process::pipes::{Stderr, Writer};
use crate::ask::adapter::process::program::{Program, Supervision};
use crate::ask::adapter::process::rule::Rule;
use crate::ask::adapter::process::supervised::spawn_piped;
use crate::ask::protocol::LineError;
use std::io::Read;
use std::process::ExitStatus;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

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
    // It may end without having read everything; then its exit code is the answer all the same.
    Writer::start(stdin).send(input);
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
        let error = LineError::whole(format!("wrote more than {max_bytes} bytes"));
        return Err(BrokenLine::new(Rule::LineEnds, error, output).into());
    }
    // Its output is closed, so it is about to end.
    Ok((child.wait(began, limit)?, output))
}

//! A conversation with one process by protocol 1, from its start to its end.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::broken::{Break, BrokenLine};
use crate::ask::adapter::process::pipes::{Output, Stderr, Writer, read_lines};
use crate::ask::adapter::process::program::{Program, Supervision};
use crate::ask::adapter::process::rule::Rule;
use crate::ask::adapter::process::supervised::{RunningProgram, describe_end, spawn_piped};
use crate::ask::container;
use crate::ask::protocol::{
    AdapterLine, LineError, answered_request, parse_adapter, parse_answer, parse_decoder, write_request,
};
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::judge::Response;
use illformed_judge::shown::{WROTE, quoted_output as quoted};
use illformed_vectors::Input;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How long a process that broke the protocol may take to end by itself.
const AFTER_FAULT: Duration = Duration::from_millis(50);

/// How long a process that closed its output may take to end, and one whose input is closed.
pub(super) const AFTER_CLOSE: Duration = Duration::from_secs(1);

/// A running process and its group.
pub(crate) struct Conversation {
    child: RunningProgram,
    writer: Writer,
    output: Receiver<Output>,
    lines: VecDeque<Vec<u8>>,
    began: Instant,
    /// The number of the request that is answered next, and of the one that is written next.
    due: u64,
    pub(crate) next: u64,
    pub(super) supervision: Supervision,
    /// How it has introduced itself so far.
    pub(crate) adapter: Option<AdapterLine>,
    pub(crate) decoders: Vec<DecoderInfo>,
}

impl Conversation {
    /// Starts `program`, reads what it writes, and sends the line `first`.
    pub(crate) fn start(
        program: &Program,
        supervision: &Supervision,
        stderr: Option<&Stderr>,
        first: String,
    ) -> Result<Self, OpenFailure> {
        let (child, stdin, stdout) = spawn_piped(program, supervision, stderr)?;
        let conversation = Self {
            child,
            writer: Writer::start(stdin),
            output: read_lines(stdout, supervision.max_line_bytes),
            lines: VecDeque::new(),
            began: Instant::now(),
            due: 0,
            next: 0,
            supervision: supervision.clone(),
            adapter: None,
            decoders: Vec::new(),
        };
        conversation.send(first);
        Ok(conversation)
    }

    pub(crate) fn send(&self, text: String) {
        self.writer.send(text);
    }

    pub(crate) fn number_from(&mut self, seq: u64) {
        (self.due, self.next) = (seq, seq);
    }

    /// The requests that ask `decoder` for `inputs`, to be sent.
    pub(crate) fn requests(&mut self, decoder: &DecoderInfo, inputs: &[&Input]) -> String {
        let mut text = String::new();
        for input in inputs {
            let sent = container::sent(&decoder.claim, input);
            write_request(&mut text, self.next, &decoder.name, &sent);
            self.next += 1;
        }
        text
    }

    /// Takes its introduction: each line of a decoder within `limit`, and all within the time for an introduction.
    pub(crate) fn introduce(&mut self, limit: Duration) -> Result<(), Break> {
        let line = self.introduction_line(self.supervision.hello_limit)?;
        let adapter =
            parse_adapter(&line).map_err(|error| BrokenLine::unreadable(Rule::AdapterLine, error, line))?;
        let adapter = self.adapter.insert(adapter).clone();
        for _ in 0..adapter.decoders {
            let line = self.introduction_line(limit)?;
            let decoder = match parse_decoder(&line, &adapter) {
                Ok(decoder) => decoder,
                Err(error) => return Err(BrokenLine::unreadable(Rule::DecoderLine, error, line).into()),
            };
            if self.decoders.iter().any(|other| other.name == decoder.name) {
                let why = format!("hello: two decoders are named `{}`", decoder.name);
                let error = LineError::at("decoder", why);
                return Err(BrokenLine::new(Rule::DecoderNames, error, line).into());
            }
            self.decoders.push(decoder);
        }
        Ok(())
    }

    /// Checks that nothing came behind the introduction. A line that comes later cannot be distinguished from an answer.
    pub(crate) fn end_of_introduction(&mut self) -> Result<(), Break> {
        let Some(line) = self.lines.pop_front() else { return Ok(()) };
        let error = LineError::whole("hello: a line more than its decoders");
        Err(BrokenLine::new(Rule::DecoderCount, error, line).into())
    }

    fn introduction_line(&mut self, limit: Duration) -> Result<String, Break> {
        let left = self.supervision.hello_limit.saturating_sub(self.began.elapsed());
        self.next_line(limit.min(left)).map_err(|broken| match broken {
            Break::BrokenLine(fault) => BrokenLine { error: fault.error.behind("hello"), ..fault }.into(),
            Break::Late(_) => Break::Late(limit),
            Break::Ended(_) | Break::Gone(_) | Break::Interrupted => broken,
        })
    }

    /// The answer to the request that is due, which asks a decoder that promises `claim` for `input`, and its line. The time for it
    /// starts when the requests are written and what was before it is answered.
    pub(crate) fn answer(&mut self, input: &Input, claim: &Claim) -> Result<(Response, String), Break> {
        let now = Instant::now();
        let line = self.line(self.supervision.answer_limit, |writer| writer.last_write().max(now))?;
        match parse_answer(&line, claim.out(), input) {
            Ok(answer) if answer.seq == self.due => {
                self.due += 1;
                Ok((container::received(claim, input, answer.response), line))
            }
            outcome => Err(self.no_answer(input, outcome.err(), line).into()),
        }
    }

    /// What is wrong with `line`. The answer to another request need not fit this one; that it is another's says more.
    fn no_answer(&self, input: &Input, error: Option<LineError>, line: String) -> BrokenLine {
        let seq = self.due;
        if let Some(other) = answered_request(&line).filter(|other| *other != seq) {
            let rule = if (seq..self.next).contains(&other) { Rule::Order } else { Rule::Seq };
            let error = LineError::at("seq", format!("answer to request {other}, expected {seq}"));
            return BrokenLine::new(rule, error, line);
        }
        let read: Value = serde_json::from_str(&line).unwrap_or_default();
        if read.get("decoder").is_some() && read.get("answer").is_none() {
            let error = LineError::whole("one more than `decoders` says");
            return BrokenLine::new(Rule::DecoderCount, error, line);
        }
        let rule = match input {
            Input::Bytes(_) => Rule::DecodeAnswer,
            Input::Calls(_) => Rule::ScriptAnswer,
        };
        BrokenLine::unreadable(rule, error.unwrap_or_else(|| LineError::whole("no answer")), line)
    }

    /// Closes its input. The next line that comes within `limit`, although nothing is asked any more.
    pub(crate) fn last_line(&mut self, limit: Duration) -> Result<String, Break> {
        self.writer.close();
        self.next_line(limit)
    }

    /// The next line, if it comes within `limit`.
    pub(crate) fn next_line(&mut self, limit: Duration) -> Result<String, Break> {
        let now = Instant::now();
        self.line(limit, |_| now)
    }

    /// The next line, if it comes in time. `since` says when the time starts; it is called before each check, since the
    /// writer may make progress.
    fn line(&mut self, limit: Duration, since: impl Fn(&Writer) -> Instant) -> Result<String, Break> {
        while self.lines.is_empty() {
            match self.child.receive(&self.output, limit, || since(&self.writer))? {
                Some(Output::Lines(lines)) => self.lines.extend(lines),
                Some(Output::TooLong(line)) => {
                    let most = self.supervision.max_line_bytes;
                    let error = LineError::whole(format!("a line of more than {most} bytes"));
                    return Err(BrokenLine::new(Rule::LineEnds, error, line).into());
                }
                Some(Output::Closed(rest)) => return Err(self.end(&rest)),
                None => return Err(self.end(&[])),
            }
        }
        String::from_utf8(self.lines.pop_front().unwrap_or_default()).map_err(|line| {
            let error = LineError::whole("a line is not UTF-8");
            BrokenLine::new(Rule::AnswersAlone, error, line.into_bytes()).into()
        })
    }

    /// How it ended, once its output is closed. It may have closed its output and live on.
    fn end(&mut self, rest: &[u8]) -> Break {
        let how = match self.child.wait(Instant::now(), AFTER_CLOSE) {
            Ok(status) => describe_end(status),
            Err(Break::Late(_)) => "closed its standard output and went on".to_owned(),
            Err(Break::Ended(excess)) => excess,
            Err(interrupted) => return interrupted,
        };
        Break::Ended(match rest {
            [] => how,
            rest => format!("{how}, in the middle of a line{WROTE}{}", quoted(rest)),
        })
    }

    /// `broken`, with how the process ended if it broke the protocol and ended.
    pub(crate) fn with_end(&mut self, broken: Break) -> Break {
        match broken {
            // It may have died of a line that was not read to its end.
            Break::BrokenLine(fault) if fault.rule != Rule::LineEnds => {
                let end = self.child.wait(Instant::now(), AFTER_FAULT).ok().map(describe_end);
                Break::BrokenLine(BrokenLine { end, ..fault })
            }
            broken => broken,
        }
    }

    /// The exit code of the process, if it ended with one.
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        self.child.exit_status().and_then(|status| status.code())
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill();
    }
}

impl Drop for Conversation {
    /// Closes its input, which should end it. What is left of its group after a second, or at once after an interrupt, is
    /// killed.
    fn drop(&mut self) {
        self.writer.close();
        let _ = self.child.wait(Instant::now(), AFTER_CLOSE);
        self.kill();
    }
}

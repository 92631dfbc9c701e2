//! A conversation with one process by protocol 1, from its start to its end.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::pipes::{Output, Stderr, Writer, read_lines};
use crate::ask::adapter::process::program::{CANARY_VARIABLE, ProcessAdapter, Supervision};
use crate::ask::adapter::process::rule::Rule;
use crate::ask::adapter::process::supervised::{Halt, RunningProgram, describe_end, spawn_group};
use crate::ask::container;
use crate::ask::protocol::{
    AdapterLine, LineError, answered_request, hello_request, may_be_object, parse_adapter, parse_answer,
    parse_decoder,
};
use illformed_judge::claim::{Claim, DecoderInfo};
use illformed_judge::judge::Response;
use illformed_judge::shown::{WROTE, quoted_output as quoted};
use illformed_vectors::Input;
use std::collections::VecDeque;
use std::fmt;
use std::process::Stdio;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How long a process that broke the protocol may take to end by itself.
const AFTER_FAULT: Duration = Duration::from_millis(50);

/// How long a process that closed its output may take to end, and one whose input is closed.
const AFTER_CLOSE: Duration = Duration::from_secs(1);

/// A line that breaks a rule of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BrokenLine {
    pub(crate) rule: Rule,
    pub(crate) reason: String,
    /// The place in the line, as a JSON pointer; empty for all of it.
    pub(crate) pointer: String,
    /// The line, or what was read of it.
    pub(crate) line: Vec<u8>,
    /// How the process ended, if it ended with this line: that is then often an error message about the end.
    pub(crate) end: Option<String>,
}

impl BrokenLine {
    fn new(rule: Rule, reason: impl Into<String>, line: impl Into<Vec<u8>>) -> Self {
        Self { rule, reason: reason.into(), pointer: String::new(), line: line.into(), end: None }
    }

    /// A line that cannot be read as what `rule` wants.
    fn unreadable(rule: Rule, error: LineError, line: String) -> Self {
        let rule = if may_be_object(&line) { rule } else { Rule::AnswersAlone };
        Self { pointer: error.pointer, ..Self::new(rule, error.reason, line) }
    }
}

impl fmt::Display for BrokenLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{WROTE}{}", self.reason, quoted(&self.line))?;
        self.end.as_ref().map_or(Ok(()), |end| write!(formatter, "; {end}"))
    }
}

/// Why a conversation does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Break {
    BrokenLine(BrokenLine),
    /// The process ended, or it was not let go on: how.
    Ended(String),
    /// No line came in this time.
    Late(Duration),
    /// There is no process: why it could not be started again.
    Gone(String),
    Interrupted,
}

impl From<BrokenLine> for Break {
    fn from(fault: BrokenLine) -> Self {
        Self::BrokenLine(fault)
    }
}

/// A request that is to be answered next.
pub(crate) struct Due<'a> {
    pub(crate) seq: u64,
    pub(crate) input: &'a Input,
    /// What the decoder promises.
    pub(crate) claim: &'a Claim,
}

/// A running process and its group.
pub(crate) struct Conversation {
    child: RunningProgram,
    writer: Writer,
    output: Receiver<Output>,
    lines: VecDeque<Vec<u8>>,
    began: Instant,
    /// The number behind the last request that was sent.
    sent: u64,
    supervision: Supervision,
}

impl Conversation {
    /// Starts the program of `adapter`, reads what it writes, and sends hello.
    pub(crate) fn start(adapter: &ProcessAdapter, stderr: &Stderr) -> Result<Self, OpenFailure> {
        let supervision = adapter.supervision();
        let mut child = spawn_group(&adapter.program()?, supervision.limits(), |command| {
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            if let Some(canary) = supervision.canary {
                command.env(CANARY_VARIABLE, format!("{canary:02x}"));
            }
        })?;
        let (stdin, stdout) = child.take_pipes()?;
        if let Some(errors) = child.take_stderr() {
            stderr.collect(errors);
        }
        let mut conversation = Self {
            child,
            writer: Writer::start(stdin),
            output: read_lines(stdout, supervision.max_line_bytes),
            lines: VecDeque::new(),
            began: Instant::now(),
            sent: 0,
            supervision: supervision.clone(),
        };
        conversation.send(0, hello_request());
        Ok(conversation)
    }

    /// Sends the requests before number `end`.
    pub(crate) fn send(&mut self, end: u64, text: String) {
        self.writer.send(end, text);
        self.sent = end;
    }

    pub(crate) fn adapter_line(&mut self) -> Result<AdapterLine, Break> {
        let line = self.introduction_line(self.supervision.hello_limit)?;
        Ok(parse_adapter(&line).map_err(|error| BrokenLine::unreadable(Rule::AdapterLine, error, line))?)
    }

    /// Takes the lines that follow it, each within `limit` and all within the time for an introduction, and adds them to
    /// `decoders`.
    pub(crate) fn decoder_lines(
        &mut self,
        adapter: &AdapterLine,
        limit: Duration,
        decoders: &mut Vec<DecoderInfo>,
    ) -> Result<(), Break> {
        for _ in 0..adapter.decoders {
            let line = self.introduction_line(limit)?;
            let decoder = match parse_decoder(&line, adapter) {
                Ok(decoder) => decoder,
                Err(error) => return Err(BrokenLine::unreadable(Rule::DecoderLine, error, line).into()),
            };
            if decoders.iter().any(|other| other.name == decoder.name) {
                let why = format!("hello: two decoders are named `{}`", decoder.name);
                let fault = BrokenLine::new(Rule::DecoderNames, why, line);
                return Err(BrokenLine { pointer: "/decoder".to_owned(), ..fault }.into());
            }
            decoders.push(decoder);
        }
        Ok(())
    }

    /// Checks that nothing came behind the introduction. A line that comes later cannot be distinguished from an answer.
    pub(crate) fn end_of_introduction(&mut self) -> Result<(), Break> {
        let more = self.lines.pop_front();
        let fault = more
            .map(|line| BrokenLine::new(Rule::DecoderCount, "hello: a line more than its decoders", line));
        fault.map_or(Ok(()), |fault| Err(fault.into()))
    }

    fn introduction_line(&mut self, limit: Duration) -> Result<String, Break> {
        let now = Instant::now();
        let left = (self.began + self.supervision.hello_limit).saturating_duration_since(now);
        self.line(limit.min(left), move |_| now).map_err(|broken| match broken {
            Break::BrokenLine(fault) => {
                BrokenLine { reason: format!("hello: {}", fault.reason), ..fault }.into()
            }
            Break::Late(_) => Break::Late(limit),
            Break::Ended(_) | Break::Gone(_) | Break::Interrupted => broken,
        })
    }

    /// The answer to the request that is `due`, and its line. The time for it starts when the request is written and what
    /// was before it is answered.
    pub(crate) fn answer(&mut self, due: &Due<'_>) -> Result<(Response, String), Break> {
        let now = Instant::now();
        let line = self.line(self.supervision.answer_limit, |writer| writer.written_at(due.seq).max(now))?;
        match parse_answer(&line, due.claim.out, due.input) {
            Ok(answer) if answer.seq == due.seq => {
                Ok((container::received(due.claim, due.input, answer.response), line))
            }
            outcome => Err(self.no_answer(due, outcome.err(), line).into()),
        }
    }

    /// What is wrong with `line`. The answer to another request need not fit this one; that it is another's says more.
    fn no_answer(&self, due: &Due<'_>, error: Option<LineError>, line: String) -> BrokenLine {
        let seq = due.seq;
        if let Some(other) = answered_request(&line).filter(|other| *other != seq) {
            let rule = if (seq..self.sent).contains(&other) { Rule::Order } else { Rule::Seq };
            let fault = BrokenLine::new(rule, format!("answer to request {other}, expected {seq}"), line);
            return BrokenLine { pointer: "/seq".to_owned(), ..fault };
        }
        if is_decoder_line(&line) {
            return BrokenLine::new(Rule::DecoderCount, "one more than `decoders` says", line);
        }
        let rule = match due.input {
            Input::Bytes(_) => Rule::DecodeAnswer,
            Input::Calls(_) => Rule::ScriptAnswer,
        };
        BrokenLine::unreadable(rule, error.unwrap_or_else(|| LineError::whole("no answer")), line)
    }

    /// Closes its input. The next line that comes within `limit`, although nothing is asked any more.
    pub(crate) fn last_line(&mut self, limit: Duration) -> Result<String, Break> {
        self.writer.close();
        let now = Instant::now();
        self.line(limit, move |_| now)
    }

    /// The next line, if it comes in time. `since` says when the time starts; it is called before each check, since the
    /// writer may make progress.
    fn line(&mut self, limit: Duration, since: impl Fn(&Writer) -> Instant) -> Result<String, Break> {
        while self.lines.is_empty() {
            let deadline = || since(&self.writer) + limit;
            match self.child.receive(&self.output, deadline) {
                Ok(Output::Lines(lines)) => self.lines.extend(lines),
                Ok(Output::TooLong(line)) => {
                    let most = self.supervision.max_line_bytes;
                    let reason = format!("a line of more than {most} bytes");
                    return Err(BrokenLine::new(Rule::LineEnds, reason, line).into());
                }
                Ok(Output::Closed(rest)) => return Err(self.end(&rest)),
                Err(Halt::Closed | Halt::HeldOpen | Halt::OverOutput(_)) => return Err(self.end(&[])),
                Err(Halt::Interrupted) => return Err(Break::Interrupted),
                Err(Halt::OverMemory(excess)) => return Err(Break::Ended(excess)),
                Err(Halt::Late) => return Err(Break::Late(limit)),
            }
        }
        let line = String::from_utf8(self.lines.pop_front().unwrap_or_default());
        Ok(line.map_err(|error| {
            BrokenLine::new(Rule::AnswersAlone, "a line is not UTF-8", error.into_bytes())
        })?)
    }

    /// How it ended, once its output is closed. It may have closed its output and live on.
    fn end(&mut self, rest: &[u8]) -> Break {
        let how = match self.child.wait(Instant::now() + AFTER_CLOSE) {
            Ok(status) => describe_end(status),
            Err(Halt::Interrupted) => return Break::Interrupted,
            Err(Halt::OverMemory(excess)) => excess,
            Err(Halt::Late | Halt::Closed | Halt::HeldOpen | Halt::OverOutput(_)) => {
                "closed its standard output and went on".to_owned()
            }
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
                let end = self.child.wait(Instant::now() + AFTER_FAULT).ok().map(describe_end);
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
        let _ = self.child.wait(Instant::now() + AFTER_CLOSE);
        self.kill();
    }
}

/// Whether this is one more decoder than the adapter line says.
fn is_decoder_line(line: &str) -> bool {
    let read = serde_json::from_str::<serde_json::Value>(line);
    read.is_ok_and(|value| value.get("decoder").is_some() && value.get("answer").is_none())
}

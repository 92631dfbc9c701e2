//! One process of an adapter, spoken to line by line.

use crate::ask::adapter::OpenFailure;
use crate::ask::adapter::process::{ENDED_WELL, Fault, Process, ProcessAdapter, Stderr};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long an adapter that gave no answer may take after the end of its input to give it.
const AFTERTHOUGHT: Duration = Duration::from_secs(2);

/// A running adapter. It is killed when it is dropped: by then it has ended, or there is no use in waiting.
pub(super) struct Conversation {
    process: Process,
    stderr: Stderr,
    /// Where the program lies, if it was unpacked.
    _folder: Option<Arc<TempDir>>,
}

/// What came instead of a line.
pub(super) enum Silence {
    Nothing(Duration),
    /// Nothing until the input was closed, then this line.
    HeldBack(String),
    /// A line without an end.
    Endless(String),
    /// It ended, like this.
    Ended(String),
    /// A line that is not UTF-8, in a readable form.
    NotText(String),
    Interrupted,
}

impl Conversation {
    pub(super) fn start(adapter: &ProcessAdapter) -> Result<Self, OpenFailure> {
        let (program, folder) = adapter.prepare()?;
        let stderr = Stderr::default();
        let process = Process::start(&program, adapter.supervision(), &stderr)?;
        Ok(Self { process, stderr, _folder: folder })
    }

    /// Sends the requests before number `end`.
    pub(super) fn send(&self, end: u64, text: String) {
        self.process.writer.send(end, text);
    }

    /// The first line. An interpreter or a virtual machine may have to start first.
    pub(super) fn first_line(&mut self) -> Result<String, Silence> {
        let (limit, now) = (self.process.supervision.hello_limit, Instant::now());
        let line = self.process.next_line(|_| now + limit);
        self.text_or_silence(line, limit)
    }

    /// Another line of the introduction, which began at `began` and may not go on for ever.
    pub(super) fn decoder_line(&mut self, began: Instant) -> Result<String, Silence> {
        if began.elapsed() > self.process.supervision.hello_limit {
            return Err(Silence::Nothing(self.process.supervision.hello_limit));
        }
        self.answer(0)
    }

    /// The answer to request `seq`, the time for which starts when it is written and what was before it is answered.
    pub(super) fn answer(&mut self, seq: u64) -> Result<String, Silence> {
        let (limit, now) = (self.process.supervision.answer_limit, Instant::now());
        let line = self.process.next_line(|writer| writer.written_at(seq).max(now) + limit);
        self.text_or_silence(line, limit)
    }

    /// Ends the input and waits for the end of the output. The error is a line that came although nothing was asked, or
    /// how it ended if it did not end well.
    pub(super) fn end(&mut self) -> Result<(), Silence> {
        self.process.writer.close();
        let deadline = Instant::now() + self.process.supervision.answer_limit;
        let line = self.process.next_line(|_| deadline);
        match self.text_or_silence(line, self.process.supervision.answer_limit) {
            Ok(line) => Err(Silence::HeldBack(line)),
            Err(Silence::Ended(how)) if how == ENDED_WELL => Ok(()),
            Err(silence) => Err(silence),
        }
    }

    fn text_or_silence(&mut self, line: Result<Vec<u8>, Fault>, limit: Duration) -> Result<String, Silence> {
        Err(match line {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => return Ok(text),
                Err(error) => Silence::NotText(String::from_utf8_lossy(error.as_bytes()).into_owned()),
            },
            Err(Fault::Died(how)) if how == ENDED_WELL => Silence::Ended(how),
            Err(Fault::Died(how)) => Silence::Ended(how + &self.stderr.last_words()),
            Err(Fault::Hung(_)) => self.afterthought(limit),
            Err(Fault::Garbage(what) | Fault::Gone(what)) => Silence::Endless(what),
            Err(Fault::Interrupted) => Silence::Interrupted,
        })
    }

    /// Whether a missing line was only held back: many languages write when they end.
    fn afterthought(&mut self, limit: Duration) -> Silence {
        self.process.writer.close();
        let deadline = Instant::now() + AFTERTHOUGHT;
        match self.process.next_line(|_| deadline) {
            Ok(bytes) => Silence::HeldBack(String::from_utf8_lossy(&bytes).into_owned()),
            Err(Fault::Interrupted) => Silence::Interrupted,
            Err(_) => Silence::Nothing(limit),
        }
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.process.kill();
    }
}

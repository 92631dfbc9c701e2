//! The threads at the pipes of a process. Separate threads read and write: otherwise an adapter that does not read while it
//! writes would block both sides for ever.

use crate::ask::adapter::process::running::lock;
use crate::ask::adapter::process::supervised::REST_OF_OUTPUT;
use illformed_judge::shown::is_obeyed;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// How much of the standard error is kept, from its end.
const KEPT_STDERR: usize = 64 << 10;

/// How many characters of the last line are shown with the description of an end.
const LAST_WORDS: usize = 200;

/// How many pieces of output may wait in the channel. Each is a full buffer, or one line, which may be longer. A process
/// that writes faster than it is read has to wait, so that memory stays bounded.
const WAITING_OUTPUTS: usize = 4;

/// What comes out of a process.
#[derive(Debug)]
pub enum Output {
    /// Complete lines, without their ends.
    Lines(Vec<Vec<u8>>),
    /// A line went over the limit: what was read of it.
    TooLong(Vec<u8>),
    /// There will be no more. What was written after the last line end, if anything.
    Closed(Vec<u8>),
}

pub fn read_lines(stdout: impl Read + Send + 'static, max_line_bytes: usize) -> Receiver<Output> {
    let (sender, receiver) = sync_channel(WAITING_OUTPUTS);
    thread::spawn(move || {
        let mut stdout = BufReader::with_capacity(64 << 10, stdout);
        loop {
            let output = next_lines(&mut stdout, max_line_bytes);
            let last = !matches!(output, Output::Lines(_));
            // The receiver is dropped when no more output is wanted.
            if sender.send(output).is_err() || last {
                return;
            }
        }
    });
    receiver
}

/// Waits for one line and takes those that are there already: a channel message a line would cost more than the line.
fn next_lines(stdout: &mut BufReader<impl Read>, max_line_bytes: usize) -> Output {
    let mut lines = Vec::new();
    loop {
        let mut line = Vec::new();
        let limit = max_line_bytes as u64 + 1;
        // A broken pipe ends the output like its end.
        let read = stdout.by_ref().take(limit).read_until(b'\n', &mut line).unwrap_or(0);
        let complete = line.pop_if(|byte| *byte == b'\n').is_some();
        if !complete {
            // Only the first line of a call gets here; the others were seen to be complete and short enough.
            return if read as u64 == limit { Output::TooLong(line) } else { Output::Closed(line) };
        }
        line.pop_if(|byte| *byte == b'\r');
        lines.push(line);
        let next_end = stdout.buffer().iter().position(|byte| *byte == b'\n');
        if next_end.is_none_or(|end| end > max_line_bytes) {
            return Output::Lines(lines);
        }
    }
}

/// The last of what a process wrote to its standard error.
#[derive(Debug, Clone, Default)]
pub struct Stderr(Arc<(Mutex<KeptStderr>, Condvar)>);

#[derive(Debug, Default)]
struct KeptStderr {
    end: VecDeque<u8>,
    /// How many bytes came before that.
    left_out: usize,
    /// How many readers have not met the end of their pipe.
    open: usize,
}

impl Stderr {
    /// Starts a reader that keeps the end of it.
    pub fn collect(&self, mut stderr: impl Read + Send + 'static) {
        let shared = Arc::clone(&self.0);
        lock(&shared.0).open += 1;
        thread::spawn(move || {
            let (kept, ended) = &*shared;
            let mut chunk = [0; 4096];
            while let Ok(read @ 1..) = stderr.read(&mut chunk) {
                let mut kept = lock(kept);
                kept.end.extend(&chunk[..read]);
                let excess = kept.end.len().saturating_sub(KEPT_STDERR);
                kept.end.drain(..excess);
                kept.left_out += excess;
            }
            lock(kept).open -= 1;
            ended.notify_all();
        });
    }

    /// All that is kept, when the processes that wrote it have ended, after a note of how much is not. What holds the pipes
    /// of an ended process is waited for only for a moment.
    pub fn whole_text(&self) -> String {
        let (kept, ended) = &*self.0;
        let waited = ended.wait_timeout_while(lock(kept), REST_OF_OUTPUT, |kept| kept.open > 0);
        let (mut kept, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let left_out = kept.left_out;
        let text = String::from_utf8_lossy(kept.end.make_contiguous());
        if left_out == 0 {
            text.into_owned()
        } else {
            format!("[the first {left_out} bytes are cut]\n{text}")
        }
    }

    /// The last line that a process wrote before it ended, to be put behind the news of its end; empty if
    /// there is none.
    pub fn last_words(&self) -> String {
        let text = self.whole_text();
        let line = text.trim_end().lines().next_back().unwrap_or_default();
        let shown: String = line.chars().take(LAST_WORDS).collect();
        let cut =
            if shown.len() < line.len() { format!("… ({} bytes)", line.len()) } else { String::new() };
        let visible = |c: char| if is_obeyed(c) { c.escape_default().to_string() } else { c.to_string() };
        let shown: String = shown.chars().map(visible).collect();
        if line.is_empty() { cut } else { format!("; standard error: {shown}{cut}") }
    }
}

#[derive(Debug)]
pub(crate) struct Writer {
    /// Gone once the input is closed.
    sender: Option<Sender<Vec<u8>>>,
    /// When a write last went through.
    progress: Arc<Mutex<Instant>>,
}

impl Writer {
    pub(crate) fn start(mut stdin: impl Write + Send + 'static) -> Self {
        let (sender, receiver) = channel::<Vec<u8>>();
        let progress = Arc::new(Mutex::new(Instant::now()));
        let shared = Arc::clone(&progress);
        thread::spawn(move || {
            // Ends, and closes the pipe, when the session drops its end of the channel or the process is gone.
            for bytes in receiver {
                for piece in bytes.chunks(64 << 10) {
                    if stdin.write_all(piece).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                    *lock(&shared) = Instant::now();
                }
            }
        });
        Self { sender: Some(sender), progress }
    }

    pub(crate) fn send(&self, bytes: impl Into<Vec<u8>>) {
        // When the writer is gone the process is too, and the reader will say so.
        let _ = self.sender.as_ref().map(|sender| sender.send(bytes.into()));
    }

    /// Closes the input once everything that was sent is written.
    pub(crate) fn close(&mut self) {
        self.sender = None;
    }

    /// When the writer last got on. While it does, the process need not have read what it is to answer.
    pub(crate) fn last_write(&self) -> Instant {
        *lock(&self.progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A pipe whose other end is never closed.
    struct Endless;

    impl Read for Endless {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            loop {
                thread::park();
            }
        }
    }

    #[test]
    fn a_pipe_that_outlives_its_process_is_waited_for_for_a_moment() {
        let stderr = Stderr::default();
        stderr.collect(Endless);
        stderr.collect(&b"first\n"[..]);
        let began = Instant::now();
        assert_eq!(stderr.last_words(), "; standard error: first");
        let took = began.elapsed();
        assert!(took >= REST_OF_OUTPUT && took < Duration::from_secs(2), "{took:?}");
    }
}

//! The way to whoever asks, which no library can write to.

use nix::unistd::dup2_stdout;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, RawFd};

/// Standard output as it was. What a library prints goes to standard error from now on, where it is no answer.
#[derive(Debug)]
pub(super) struct AnswerPipe(File);

impl AnswerPipe {
    pub(super) fn take_over() -> io::Result<Self> {
        let answers = io::stdout().as_fd().try_clone_to_owned()?;
        dup2_stdout(io::stderr().as_fd())?;
        Ok(Self(answers.into()))
    }

    /// Where the handler of a signal writes.
    pub(super) fn descriptor(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}

impl Write for AnswerPipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

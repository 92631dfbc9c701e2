//! The way to whoever asks, which no library can write to.

use nix::unistd::dup2_stdout;
use std::fs::File;
use std::io;
use std::os::fd::AsFd;

/// Standard output as it was. What a library prints goes to standard error from now on, where it is no answer.
pub(super) fn take_over_answers() -> io::Result<File> {
    let answers = io::stdout().as_fd().try_clone_to_owned()?;
    dup2_stdout(io::stderr().as_fd())?;
    Ok(answers.into())
}

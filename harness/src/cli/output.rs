//! Standard output and standard error.

use crate::cli::error::CliError;
use anstream::ColorChoice;
use illformed::report::{Style, tame};
use std::fmt::Display;
use std::io::Write;

/// Writes `text` to standard output, with its colours if somebody sees them there (`NO_COLOR` and `CLICOLOR_FORCE` are
/// heeded).
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(CliError::Output)
}

/// Colours if standard output is to have them.
pub(crate) fn style() -> Style {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => Style::Plain,
        _ => Style::Ansi,
    }
}

/// One or more lines to standard error, each marked as an error; what they quote cannot act on a terminal.
pub(crate) fn complain(error: &impl Display) {
    let mut stderr = anstream::stderr().lock();
    for line in error.to_string().lines() {
        // Nobody is left to tell when this fails.
        let _ = writeln!(stderr, "illformed: {}", tame(line));
    }
}

/// A line to standard error.
pub(crate) fn hint(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

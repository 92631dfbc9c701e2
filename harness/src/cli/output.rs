//! Standard output and standard error.

use crate::cli::error::CliError;
use crate::tell::report::{Style, escape_controls};
use anstream::ColorChoice;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Writes `text` to standard output, with its colours on a terminal (`NO_COLOR` and `CLICOLOR_FORCE` are
/// obeyed). It is no error that nobody reads it: the exit code says what was found all the same.
pub fn print(text: &str) -> Result<(), CliError> {
    print_part(text).map(|_| ())
}

/// The same of a part, behind which others come unless nobody reads any more.
pub(crate) fn print_part(text: &str) -> Result<ControlFlow<()>, CliError> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        Err(error) => Err(CliError::Usage(format!("standard output: {error}"))),
    }
}

/// Colours if standard output is to have them.
pub fn style() -> Style {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => Style::Plain,
        _ => Style::Ansi,
    }
}

/// The columns in which text is laid out if standard output is a terminal; `None` if a program reads it.
pub fn width() -> Option<usize> {
    std::io::stdout().is_terminal().then_some(80)
}

/// The program that writes: its errors begin with this name.
static PROGRAM: OnceLock<&str> = OnceLock::new();

/// Names the program that writes; the first name stays.
pub fn name_program(program: &'static str) {
    PROGRAM.get_or_init(|| program);
}

/// The most characters of a line that is an error: it may quote a file, which may be of one line.
const LONGEST_COMPLAINT: usize = 2000;

/// One or more lines to standard error, each marked as an error; what they quote cannot act on a terminal, and is cut.
pub fn complain(error: &impl Display) {
    let mut stderr = anstream::stderr().lock();
    for line in error.to_string().lines() {
        // A failure to write an error cannot be reported.
        let shown: String = line.chars().take(LONGEST_COMPLAINT).collect();
        let cut = if shown.len() < line.len() { "…" } else { "" };
        let _ =
            writeln!(stderr, "{}: {}{cut}", PROGRAM.get().unwrap_or(&"illformed"), escape_controls(&shown));
    }
}

/// A line to standard error.
pub fn hint(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

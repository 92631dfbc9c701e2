//! The file of a run's events.

use crate::cli::error::CliError;
use crate::cli::output;
use illformed::case::Plan;
use illformed::record::RunRecord;
use illformed::report::EventLines;
use illformed::run::RunEvent;
use std::fs::File;
use std::path::PathBuf;

/// Writes events to a file while a run goes on.
pub(crate) struct EventFile<'a> {
    path: PathBuf,
    lines: EventLines<'a, File>,
}

impl<'a> EventFile<'a> {
    pub(crate) fn new(plan: &'a Plan<'a>, path: PathBuf, file: File) -> Self {
        Self { path, lines: EventLines::new(plan, file) }
    }

    pub(crate) fn take(&mut self, event: &RunEvent<'_>) {
        self.lines.take(event);
    }

    /// Writes the last line, and says where the file is.
    pub(crate) fn finish(self, record: &RunRecord) -> Result<(), CliError> {
        let Self { path, lines } = self;
        match lines.finish(record) {
            Ok(()) => output::hint(&format!("written: {}", path.display())),
            Err(source) => return Err(CliError::File { path, source }),
        }
        Ok(())
    }
}

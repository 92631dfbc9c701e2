//! The file of a run's events.

use crate::cli::error::CliError;
use crate::cli::output;
use crate::record::run::RunEvent;
use crate::record::run_record::RunRecord;
use crate::tell::report::EventLines;
use illformed_judge::case::Plan;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// Writes events to a file while a run goes on.
pub(crate) struct EventFile<'a> {
    path: PathBuf,
    lines: EventLines<'a, WholeLines>,
}

impl<'a> EventFile<'a> {
    pub(crate) fn new(plan: &'a Plan<'a>, path: PathBuf, file: File) -> Self {
        Self { path, lines: EventLines::new(plan, WholeLines { file, whole: 0 }) }
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

/// A file of which a part of what is written does not stay: on a full disk the first half of a line would.
struct WholeLines {
    file: File,
    /// How long it is with all that was written whole, in bytes.
    whole: u64,
}

impl Write for WholeLines {
    /// Writes all of `bytes`, which end with a line, or nothing.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.file.write_all(bytes) {
            Ok(()) => self.whole += bytes.len() as u64,
            Err(error) => {
                // A pipe or a device cannot be cut, and why it takes no more is worth more than that.
                let _ = self.file.set_len(self.whole);
                let _ = self.file.seek(SeekFrom::Start(self.whole));
                return Err(error);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

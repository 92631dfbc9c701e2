//! Where comparisons are written to.

use crate::cli::diff::arguments::DiffFormat;
use crate::cli::error::CliError;
use crate::cli::files::{open_files, put_in_place};
use crate::cli::output;
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Where each format goes; files are open before there is anything to write.
pub(super) struct Destination {
    printed: Option<DiffFormat>,
    files: Vec<(DiffFormat, PathBuf, NamedTempFile)>,
}

impl Destination {
    /// Formats with the names of their files go into `out`. Without it a format may stand alone, and is printed.
    pub(super) fn create(formats: &[DiffFormat], out: Option<&Path>) -> Result<Self, CliError> {
        let formats: Vec<_> = formats.iter().map(|format| (*format, format.file_name())).collect();
        let printed = formats.iter().find(|(_, name)| name.is_none()).map(|(format, _)| *format);
        if let Some(dir) = out {
            return Ok(Self { printed, files: open_files(formats.into_iter(), dir, false)? });
        }
        let first = formats.first().map(|(format, _)| *format);
        let is_several = formats.iter().any(|(format, _)| Some(*format) != first);
        let file = formats.iter().find(|(_, name)| name.is_some());
        match file.and_then(|(format, _)| format.to_possible_value()).filter(|_| is_several) {
            None => Ok(Self { printed: first, files: Vec::new() }),
            Some(format) => {
                let name = format.get_name();
                Err(CliError::Usage(format!("--format {name} beside another needs --out DIR")))
            }
        }
    }

    /// Writes what `text` makes of each format, and says which files there are.
    pub(super) fn write(self, text: impl Fn(DiffFormat) -> String) -> Result<(), CliError> {
        for (format, path, file) in self.files {
            put_in_place(&path, file, &text(format))?;
            output::hint(&format!("written: {}", path.display()));
        }
        self.printed.map_or(Ok(()), |format| output::print(&text(format)))
    }
}

//! Where reports are read from, and where comparisons are written to.

use crate::cli::error::CliError;
use crate::cli::files::{opened, put_in_place};
use crate::cli::output;
use clap::ValueEnum;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Where each format goes; files are open before there is anything to write.
pub(super) struct Destination<F> {
    printed: Option<F>,
    files: Vec<(F, PathBuf, NamedTempFile)>,
}

impl<F: Copy + PartialEq + ValueEnum> Destination<F> {
    /// Formats with the names of their files go into `out`. Without it a format may stand alone, and is printed.
    pub(super) fn create(
        formats: impl Iterator<Item = (F, Option<&'static str>)>,
        out: Option<&Path>,
    ) -> Result<Self, CliError> {
        let mut asked: Vec<(F, Option<&str>)> = Vec::new();
        for one in formats {
            if !asked.contains(&one) {
                asked.push(one);
            }
        }
        let is_file = |(_, name): &&(F, Option<&str>)| name.is_some();
        let Some(dir) = out else {
            if asked.len() > 1
                && let Some(format) =
                    asked.iter().find(is_file).and_then(|(format, _)| format.to_possible_value())
            {
                let wrong = format!("--format {} beside another needs --out DIR", format.get_name());
                return Err(CliError::Usage(wrong));
            }
            return Ok(Self { printed: asked.first().map(|(format, _)| *format), files: Vec::new() });
        };
        if !asked.iter().any(|one| is_file(&one)) {
            return Err(CliError::Usage(
                "--out DIR needs a --format that is a file, such as json".to_owned(),
            ));
        }
        fs::create_dir_all(dir).map_err(|source| CliError::File { path: dir.to_owned(), source })?;
        let mut files = Vec::new();
        for (format, name) in &asked {
            let Some(path) = name.map(|name| dir.join(name)) else { continue };
            let file = opened(dir, &path)?;
            files.push((*format, path, file));
        }
        let printed = asked.iter().find(|(_, name)| name.is_none()).map(|(format, _)| *format);
        Ok(Self { printed, files })
    }

    /// Writes what `text` makes of each format, and says which files there are.
    pub(super) fn write(self, text: impl Fn(F) -> String) -> Result<(), CliError> {
        for (format, path, file) in self.files {
            put_in_place(&path, file, &text(format))?;
            output::hint(&format!("written: {}", path.display()));
        }
        self.printed.map_or(Ok(()), |format| output::print(&text(format)))
    }
}

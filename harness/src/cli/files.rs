//! The files that reports are written to.

use crate::ask::temporary::beside;
use crate::cli::error::CliError;
use crate::cli::event_file::EventFile;
use crate::cli::format::Format;
use crate::cli::input_file::text_of;
use crate::cli::output;
use crate::record::run_record::RunRecord;
use crate::tell::report::summary;
use clap::ValueEnum;
use illformed_judge::case::Plan;
use illformed_vectors::KindFile;
use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Where GitHub Actions takes the summary of a step from.
const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// The files of a report, open before there is anything to write.
pub(crate) struct OutputFiles {
    files: Vec<(Format, PathBuf, NamedTempFile)>,
    /// The lines of events stand in their place from the beginning.
    events: Option<(PathBuf, File)>,
    /// Others write to it too: it is added to.
    step_summary: Option<(PathBuf, File)>,
}

impl OutputFiles {
    /// Opens a file in `out` for each of `formats` that is one. Nothing is seen of it before it is written, but for the
    /// lines of events, which are written while the run goes on.
    pub(crate) fn create(formats: &[Format], out: Option<&Path>) -> Result<Self, CliError> {
        let mut named: Vec<(Format, &str)> = Vec::new();
        for format in formats {
            let Some(name) = format.file_name() else { continue };
            if !named.contains(&(*format, name)) {
                named.push((*format, name));
            }
        }
        let step_summary = if formats.contains(&Format::Github) { open_step_summary()? } else { None };
        let Some(dir) = out else {
            return match named.first().and_then(|(format, _)| format.to_possible_value()) {
                None => Ok(Self { files: Vec::new(), events: None, step_summary }),
                Some(format) => Err(CliError::Usage(format!(
                    "--format {} is a file and needs --out DIR",
                    format.get_name()
                ))),
            };
        };
        if named.is_empty() {
            return Err(CliError::Usage(
                "--out DIR needs a --format that is a file, such as json".to_owned(),
            ));
        }
        fs::create_dir_all(dir).map_err(|source| CliError::File { path: dir.to_owned(), source })?;
        let mut output_files = Self { files: Vec::new(), events: None, step_summary };
        for (format, name) in named {
            let path = dir.join(name);
            if format == Format::Jsonl {
                let file = File::create(&path);
                let file = file.map_err(|source| CliError::File { path: path.clone(), source })?;
                output_files.events = Some((path, file));
            } else {
                let file = opened(dir, &path)?;
                output_files.files.push((format, path, file));
            }
        }
        Ok(output_files)
    }

    /// The file for the events of a run of `plan`, if it was asked for; only the first time.
    pub(crate) fn events<'a>(&mut self, plan: &'a Plan<'a>) -> Option<EventFile<'a>> {
        self.events.take().map(|(path, file)| EventFile::new(plan, path, file))
    }

    /// Writes `record` in each format, puts the files in their place, and says where that is. A file that fails does not
    /// keep the others from being written; the first failure is returned.
    pub(crate) fn write(self, record: &RunRecord) -> Result<(), CliError> {
        let mut outcome = Ok(());
        for (format, path, file) in self.files {
            let Some(text) = format.rendered(record) else { continue };
            match put_in_place(&path, file, &text) {
                Ok(()) => output::hint(&format!("written: {}", path.display())),
                Err(error) => outcome = outcome.and(Err(error)),
            }
        }
        if let Some((path, mut file)) = self.step_summary {
            let written = file.write_all(summary(record).as_bytes());
            outcome = outcome.and(written.map_err(|source| CliError::File { path, source }));
        }
        outcome
    }
}

/// A file in `dir` that will be put in the place of `path` there, unless that is a folder.
pub(crate) fn opened(dir: &Path, path: &Path) -> Result<NamedTempFile, CliError> {
    let opened = if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { beside(dir) };
    opened.map_err(|source| CliError::File { path: path.to_owned(), source })
}

/// Writes `text` to `file` and puts it in the place of `path`, whole or not at all.
pub(crate) fn put_in_place(path: &Path, mut file: NamedTempFile, text: &str) -> Result<(), CliError> {
    let written = file.write_all(text.as_bytes());
    let placed = written.and_then(|()| file.persist(path).map(drop).map_err(|error| error.error));
    placed.map_err(|source| CliError::File { path: path.to_owned(), source })
}

/// The file that the environment names for the summary of a step, if it names one.
fn open_step_summary() -> Result<Option<(PathBuf, File)>, CliError> {
    let Some(path) = env::var_os(STEP_SUMMARY).filter(|path| !path.is_empty()).map(PathBuf::from) else {
        return Ok(None);
    };
    match File::options().append(true).create(true).open(&path) {
        Ok(file) => Ok(Some((path, file))),
        Err(source) => Err(CliError::File { path, source }),
    }
}

/// The vectors of another kind than `decode` in the file at `path`.
pub fn kind_file(path: &Path) -> Result<KindFile, CliError> {
    KindFile::from_source(&path.display().to_string(), &text_of(path)?).map_err(CliError::Load)
}

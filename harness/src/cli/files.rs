//! The files that reports are written to.

use crate::ask::temporary::beside;
use crate::cli::error::CliError;
use crate::cli::input_file::text_of;
use crate::cli::output;
use crate::cli::render::ReportArguments;
use crate::record::run_record::RunRecord;
use crate::tell::report::{Format, SourceLocation, summary};
use clap::ValueEnum;
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
    pub(crate) events: Option<(PathBuf, File)>,
    /// Others write to it too: it is added to.
    step_summary: Option<(PathBuf, File)>,
}

impl OutputFiles {
    /// Opens a file in the folder of `arguments` for each format that is one. Nothing is seen of it before it is written, but for the
    /// lines of events, which are written while the run goes on.
    pub(crate) fn create(arguments: &ReportArguments) -> Result<Self, CliError> {
        let formats = &arguments.format;
        let step_summary = if formats.contains(&Format::Github) { open_step_summary()? } else { None };
        let Some(dir) = &arguments.out else {
            let file = formats.iter().find(|format| format.file_name().is_some());
            return match file.and_then(ValueEnum::to_possible_value) {
                None => Ok(Self { files: Vec::new(), events: None, step_summary }),
                Some(format) => Err(CliError::Usage(format!(
                    "--format {} is a file and needs --out DIR",
                    format.get_name()
                ))),
            };
        };
        let is_whole = |format: &&Format| **format != Format::Jsonl;
        let whole = formats.iter().filter(is_whole).map(|format| (*format, format.file_name()));
        let is_streamed = formats.contains(&Format::Jsonl);
        let files = open_files(whole, dir, is_streamed)?;
        let events = is_streamed.then(|| dir.join("events.jsonl")).map(|path| match File::create(&path) {
            Ok(file) => Ok((path, file)),
            Err(source) => Err(CliError::File { path, source }),
        });
        Ok(Self { files, events: events.transpose()?, step_summary })
    }

    /// Writes `record` in each format, puts the files in their place, and says where that is. Results point at `source`, if
    /// there is one. A file that fails does not keep the others from being written; the first failure is returned.
    pub(crate) fn write(self, record: &RunRecord, source: Option<&SourceLocation>) -> Result<(), CliError> {
        let mut outcome = Ok(());
        for (format, path, file) in self.files {
            let Some(text) = format.rendered(record, source) else { continue };
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

/// Opens a file in `dir`, which is made if need be, for each of `formats` that has a name of one, each once. Fails if there
/// is none, unless `may_be_none`.
pub(crate) fn open_files<F: Copy + PartialEq>(
    formats: impl Iterator<Item = (F, Option<&'static str>)>,
    dir: &Path,
    may_be_none: bool,
) -> Result<Vec<(F, PathBuf, NamedTempFile)>, CliError> {
    let mut named: Vec<(F, &str)> = Vec::new();
    for (format, name) in formats {
        named.extend(name.map(|name| (format, name)).filter(|one| !named.contains(one)));
    }
    if named.is_empty() && !may_be_none {
        return Err(CliError::Usage("--out DIR needs a --format that is a file, such as json".to_owned()));
    }
    fs::create_dir_all(dir).map_err(|source| CliError::File { path: dir.to_owned(), source })?;
    let open = |(format, name): (F, &str)| {
        let path = dir.join(name);
        let file = opened(dir, &path)?;
        Ok((format, path, file))
    };
    named.into_iter().map(open).collect()
}

/// Writes `text` to `path`, in a folder that is made if need be, whole or not at all.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), CliError> {
    let dir = folder_of(path);
    fs::create_dir_all(dir).map_err(|source| CliError::File { path: path.to_owned(), source })?;
    put_in_place(path, opened(dir, path)?, text)
}

/// The folder in which `path` is.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file in `dir` that will be put in the place of `path` there, unless that is a folder.
fn opened(dir: &Path, path: &Path) -> Result<NamedTempFile, CliError> {
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

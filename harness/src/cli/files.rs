//! The files that reports are written to.

use crate::ask::temporary::beside;
use crate::cli::error::CliError;
use crate::cli::input_file::text_of;
use crate::cli::output;
use crate::cli::render::ReportArguments;
use crate::record::run_record::RunRecord;
use crate::tell::report::{Format, summary};
use clap::ValueEnum;
use illformed_vectors::KindFile;
use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Where GitHub Actions takes the summary of a step from.
const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// The files of a report. That they can be written is checked before there is anything to write.
pub(crate) struct OutputFiles<'a> {
    arguments: &'a ReportArguments,
    /// The lines of events stand in their place from the beginning.
    pub(crate) events: Option<(PathBuf, File)>,
    /// Others write to it too: it is added to.
    step_summary: Option<(PathBuf, File)>,
}

impl<'a> OutputFiles<'a> {
    /// Makes the folder of `arguments`, and the file of events. Nothing is seen of the others before they are written.
    pub(crate) fn create(arguments: &'a ReportArguments) -> Result<Self, CliError> {
        let ReportArguments { format: formats, out, .. } = arguments;
        let step_summary = if formats.contains(&Format::Github) { open_step_summary()? } else { None };
        let mut named = formats.iter().filter_map(|format| Some((format, format.file_name()?)));
        let Some(dir) = out else {
            let Some((format, _)) = named.next() else {
                return Ok(Self { arguments, events: None, step_summary });
            };
            let format = format.to_possible_value().map(|value| value.get_name().to_owned());
            let format = format.unwrap_or_default();
            return Err(CliError::Usage(format!("--format {format} is a file and needs --out DIR")));
        };
        let mut events = None;
        let mut paths = named.map(|(format, name)| (format, dir.join(name))).peekable();
        if paths.peek().is_none() {
            return Err(CliError::Usage(NO_FILE.to_owned()));
        }
        fs::create_dir_all(dir).map_err(CliError::of_file(dir))?;
        for (format, path) in paths {
            if *format == Format::Jsonl {
                let file = File::create(&path).map_err(CliError::of_file(&path))?;
                events = Some((path, file));
            } else {
                placeable(&path)?;
            }
        }
        Ok(Self { arguments, events, step_summary })
    }

    /// Writes `record` in each format, and says where that is. A file that fails does not keep the others from being written;
    /// the first failure is returned.
    pub(crate) fn write(self, record: &RunRecord) -> Result<(), CliError> {
        let ReportArguments { format, out, source, .. } = self.arguments;
        let mut outcome = Ok(());
        for format in Format::value_variants().iter().filter(|known| format.contains(known)) {
            let text = format.rendered(record, source.as_ref());
            if let (Some(dir), Some(name), Some(text)) = (out, format.file_name(), text) {
                outcome = outcome.and(replace_told(&dir.join(name), &text));
            }
        }
        if let Some((path, mut file)) = self.step_summary {
            let written = file.write_all(summary(record).as_bytes());
            outcome = outcome.and(written.map_err(CliError::of_file(&path)));
        }
        outcome
    }
}

/// What to say of a folder into which no format is written.
pub(crate) const NO_FILE: &str = "--out DIR needs a --format that is a file, such as json";

/// The same as [`replace`], and says that it was written.
pub(crate) fn replace_told(path: &Path, text: &str) -> Result<(), CliError> {
    replace(path, text)?;
    output::hint(&format!("written: {}", path.display()));
    Ok(())
}

/// Writes `text` to `path`, in a folder that is made if need be, whole or not at all.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), CliError> {
    fs::create_dir_all(folder_of(path)).map_err(CliError::of_file(path))?;
    let mut file = placeable(path)?;
    let written = file.write_all(text.as_bytes());
    let placed = written.and_then(|()| file.persist(path).map(drop).map_err(|error| error.error));
    placed.map_err(CliError::of_file(path))
}

/// A file that can be put in the place of `path`, unless that is a folder.
fn placeable(path: &Path) -> Result<NamedTempFile, CliError> {
    let opened =
        if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { beside(folder_of(path)) };
    opened.map_err(CliError::of_file(path))
}

/// The folder in which `path` is.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that the environment names for the summary of a step, if it names one.
fn open_step_summary() -> Result<Option<(PathBuf, File)>, CliError> {
    let Some(path) = env::var_os(STEP_SUMMARY).filter(|path| !path.is_empty()).map(PathBuf::from) else {
        return Ok(None);
    };
    let file = File::options().append(true).create(true).open(&path).map_err(CliError::of_file(&path))?;
    Ok(Some((path, file)))
}

/// The vectors of another kind than `decode` in the file at `path`.
pub fn kind_file(path: &Path) -> Result<KindFile, CliError> {
    KindFile::from_source(&path.display().to_string(), &text_of(path)?).map_err(CliError::Load)
}

//! The files that reports are written to, and those that the user names: text, and reports of runs.

use crate::ask::temporary::beside;
use crate::cli::error::CliError;
use crate::cli::output;
use crate::cli::render::ReportArguments;
use crate::record::run_record::RunRecord;
use crate::tell::report::{Format, summary};
use clap::ValueEnum;
use std::env;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Where GitHub Actions takes the summary of a step from.
const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// The files of a report. That they can be written is checked before there is anything to write.
pub(crate) struct OutputFiles<'a> {
    arguments: &'a ReportArguments,
    /// The lines of events stand in their place from the beginning.
    pub(crate) events: Option<(PathBuf, WholeLines)>,
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
        let is_file = dir.exists() && !dir.is_dir();
        let made = if is_file { Err(ErrorKind::NotADirectory.into()) } else { fs::create_dir_all(dir) };
        made.map_err(CliError::of_file(dir))?;
        for (format, path) in paths {
            if *format == Format::Jsonl {
                let file = File::create(&path).map_err(CliError::of_file(&path))?;
                events = Some((path, WholeLines { file, whole: 0 }));
            } else if !is_written_to(&path) {
                placeable(&path)?;
            }
        }
        Ok(Self { arguments, events, step_summary })
    }

    /// Writes `record` in each format, and says where that is. A file that fails does not keep the others from being written;
    /// each failure is in the error.
    pub(crate) fn write(self, record: &RunRecord) -> Result<(), CliError> {
        let ReportArguments { format, out, source, .. } = self.arguments;
        let mut outcomes = Vec::new();
        for format in Format::value_variants().iter().filter(|known| format.contains(known)) {
            let (Some(dir), Some(name)) = (out, format.file_name()) else { continue };
            // The lines of events were written while it ran.
            if *format != Format::Jsonl {
                let path = dir.join(name);
                let written = replace_with(&path, |file| format.write(record, source.as_ref(), file));
                outcomes.push(written.map(|()| say_written(&path)));
            }
        }
        if let Some((path, mut file)) = self.step_summary {
            let written = file.write_all(summary(record).as_bytes());
            outcomes.push(written.map_err(CliError::of_file(&path)));
        }
        CliError::all(outcomes)
    }
}

/// What to say of a folder into which no format is written.
pub(crate) const NO_FILE: &str = "--out DIR needs a --format that is a file, such as json";

/// The same as [`replace`], and says that it was written.
pub(crate) fn replace_told(path: &Path, text: &str) -> Result<(), CliError> {
    replace(path, text).map(|()| say_written(path))
}

/// Says that the file or folder at `path` was written.
pub(crate) fn say_written(path: &Path) {
    output::hint(&format!("written: {}", path.display()));
}

/// Writes `text` to `path`, in a folder that is made if need be, whole or not at all.
pub fn replace(path: &Path, text: &str) -> Result<(), CliError> {
    replace_with(path, |file| file.write_all(text.as_bytes()))
}

/// The same with what `write` writes.
fn replace_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    if is_written_to(path) {
        let opened = File::create(path).map(BufWriter::new);
        let written = opened.and_then(|mut file| write(&mut file).and_then(|()| file.flush()));
        return written.map_err(CliError::of_file(path));
    }
    fs::create_dir_all(folder_of(path)).map_err(CliError::of_file(path))?;
    let mut file = BufWriter::new(placeable(path)?);
    let written = write(&mut file).and_then(|()| file.into_inner().map_err(IntoInnerError::into_error));
    let placed = written.and_then(|file| file.persist(path).map(drop).map_err(|error| error.error));
    placed.map_err(CliError::of_file(path))
}

/// Whether `path` is a device, a pipe or a link, such as /dev/stdout. A file in its place would take it from every program.
fn is_written_to(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// A file that can be put in the place of `path`, unless that is a folder.
fn placeable(path: &Path) -> Result<NamedTempFile, CliError> {
    let opened = if path.is_dir() { Err(ErrorKind::IsADirectory.into()) } else { beside(folder_of(path)) };
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
    let mut file = File::options().append(true).create(true).open(&path).map_err(CliError::of_file(&path))?;
    // What an earlier step wrote may end within a line, in which no heading can stand.
    if ends_within_a_line(&path).unwrap_or_default() {
        file.write_all(b"\n").map_err(CliError::of_file(&path))?;
    }
    Ok(Some((path, file)))
}

fn ends_within_a_line(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    if !file.metadata()?.is_file() || file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// A file that never ends with a part of a write, such as half a line on a full disk.
pub(crate) struct WholeLines {
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

/// The most bytes of text that are read: a file of more is a device, or nothing of ours.
const MOST_BYTES: u64 = 1 << 30;

/// What stands in the file at `path`.
pub fn text_of(path: &Path) -> Result<String, CliError> {
    text_from(path, File::open(path))
}

fn text_from(path: &Path, source: io::Result<impl Read>) -> Result<String, CliError> {
    let bytes = bytes_from(path, source, MOST_BYTES)?;
    String::from_utf8(bytes).map_err(|error| {
        let (bytes, at) = (error.as_bytes(), error.utf8_error().valid_up_to());
        let line = bytes[..at].split(|byte| *byte == b'\n').count();
        CliError::Usage(format!("{}:{line}: not UTF-8: {:02X} at byte {at}", path.display(), bytes[at]))
    })
}

/// What is to be read from `source`, which is called `path`, if it is not more than `most` bytes.
pub(crate) fn bytes_from(path: &Path, source: io::Result<impl Read>, most: u64) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = source.and_then(|source| source.take(most + 1).read_to_end(&mut bytes));
    read.map_err(CliError::of_file(path))?;
    if bytes.len() as u64 > most {
        let name = path.display();
        return Err(CliError::Usage(format!("{name}: more than {most} bytes, the most that are read")));
    }
    Ok(bytes)
}

/// The record that `path` means, a report, the folder that it is in, or `-`; and what it is called.
pub(crate) fn read_record(path: &Path) -> Result<(String, RunRecord), CliError> {
    let file = if path.is_dir() { path.join("report.json") } else { path.to_owned() };
    let (name, text) = if path == Path::new("-") {
        ("standard input".to_owned(), text_from(path, Ok(io::stdin().lock())))
    } else {
        (file.display().to_string(), text_of(&file))
    };
    let record = RunRecord::from_json(&name, &text?).map_err(|error| error.to_string())?;
    Ok((name, record))
}

#[cfg(test)]
mod tests {
    use super::bytes_from;
    use std::io::{Read, repeat};
    use std::path::Path;

    #[test]
    fn a_source_without_an_end_is_refused() {
        let name = Path::new("zeros");
        assert_eq!(bytes_from(name, Ok(repeat(b'a').take(3)), 3).unwrap(), b"aaa");
        let error = bytes_from(name, Ok(repeat(b'a')), 3).unwrap_err();
        assert_eq!(error.to_string(), "zeros: more than 3 bytes, the most that are read");
    }
}

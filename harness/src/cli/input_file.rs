//! Files that the user names: text, and reports of runs.

use crate::cli::error::CliError;
use crate::record::run_record::RunRecord;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that are read: a file of more is a device, or nothing of ours.
const MOST_BYTES: u64 = 1 << 30;

/// What stands in the file at `path`.
pub fn text_of(path: &Path) -> Result<String, CliError> {
    text_from(path, || File::open(path))
}

/// What comes from a source that is called `path`.
fn text_from<S: Read>(path: &Path, open: impl FnOnce() -> io::Result<S>) -> Result<String, CliError> {
    let text = open().and_then(|source| read_at_most(MOST_BYTES, source));
    text.map_err(|source| CliError::File { path: path.to_owned(), source })
}

fn read_at_most(most: u64, source: impl Read) -> io::Result<String> {
    let mut text = String::new();
    let read = source.take(most + 1).read_to_string(&mut text)?;
    if u64::try_from(read).is_ok_and(|read| read <= most) {
        return Ok(text);
    }
    let reason = format!("more than {most} bytes, which no file of this kind has");
    Err(io::Error::new(io::ErrorKind::FileTooLarge, reason))
}

/// The record that `path` means: a report, the folder that it is in, or `-`.
pub(crate) fn read_record(path: &Path) -> Result<RunRecord, CliError> {
    named_record(path).map(|(_, record)| record)
}

/// The same, and what it is called.
pub(crate) fn named_record(path: &Path) -> Result<(String, RunRecord), CliError> {
    let path = file_of(path);
    let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let record = RunRecord::from_json(&name, &text_of_report(&path)?);
    let record = record.map_err(|error| CliError::Load(vec![error]))?;
    Ok((name, record))
}

/// The file that `path` means: that of a report in a folder, or itself.
fn file_of(path: &Path) -> Cow<'_, Path> {
    if path.is_dir() { path.join("report.json").into() } else { path.into() }
}

/// What stands in the file at `path`, or comes on standard input for `-`.
pub(crate) fn text_of_report(path: &Path) -> Result<String, CliError> {
    if path == Path::new("-") { text_from(path, || Ok(io::stdin().lock())) } else { text_of(path) }
}

#[cfg(test)]
mod tests {
    use super::read_at_most;
    use std::io::{Read, repeat};

    #[test]
    fn a_source_without_an_end_is_refused() {
        assert_eq!(read_at_most(3, repeat(b'a').take(3)).unwrap(), "aaa");
        let error = read_at_most(3, repeat(b'a')).unwrap_err();
        assert_eq!(error.to_string(), "more than 3 bytes, which no file of this kind has");
    }
}

//! Where stored reports are read from.

use crate::cli::error::CliError;
use illformed::record::RunRecord;
use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// The record that `path` means: a report, the folder that it is in, or `-`.
pub(crate) fn read_record(path: &Path) -> Result<RunRecord, CliError> {
    named_record(path).map(|(_, record)| record)
}

/// The same, and what it is called.
pub(crate) fn named_record(path: &Path) -> Result<(String, RunRecord), CliError> {
    let path = file_of(path);
    let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let record = RunRecord::from_json(&name, &text_of(&path)?);
    let record = record.map_err(|error| CliError::Record { path: name.clone().into(), error })?;
    Ok((name, record))
}

/// The file that `path` means: that of a report in a folder, or itself.
fn file_of(path: &Path) -> Cow<'_, Path> {
    if path.is_dir() { path.join("report.json").into() } else { path.into() }
}

/// The most bytes of a report: more is a device, or nothing of ours.
const LARGEST_REPORT: u64 = 1 << 30;

/// What stands in the file at `path`, or comes on standard input for `-`.
pub(crate) fn text_of(path: &Path) -> Result<String, CliError> {
    let read = if path == Path::new("-") {
        read_at_most(LARGEST_REPORT, io::stdin().lock())
    } else {
        fs::File::open(path).and_then(|file| read_at_most(LARGEST_REPORT, file))
    };
    read.map_err(|source| CliError::File { path: path.to_owned(), source })
}

fn read_at_most(most: u64, source: impl Read) -> io::Result<String> {
    let mut text = String::new();
    let read = source.take(most + 1).read_to_string(&mut text)?;
    if u64::try_from(read).is_ok_and(|read| read <= most) {
        return Ok(text);
    }
    Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {most} bytes, which no report has")))
}

#[cfg(test)]
mod tests {
    use super::read_at_most;
    use std::io::{Read, repeat};

    #[test]
    fn a_source_without_an_end_is_refused() {
        assert_eq!(read_at_most(3, repeat(b'a').take(3)).unwrap(), "aaa");
        let error = read_at_most(3, repeat(b'a')).unwrap_err();
        assert_eq!(error.to_string(), "more than 3 bytes, which no report has");
    }
}

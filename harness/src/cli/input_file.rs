//! Files that the user names: text, and reports of runs.

use crate::cli::error::CliError;
use crate::record::run_record::RunRecord;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of text that are read: a file of more is a device, or nothing of ours.
const MOST_BYTES: u64 = 1 << 30;

/// What stands in the file at `path`.
pub fn text_of(path: &Path) -> Result<String, CliError> {
    text_from(path, File::open(path))
}

fn text_from(path: &Path, source: io::Result<impl Read>) -> Result<String, CliError> {
    let bytes = bytes_from(path, source, MOST_BYTES)?;
    String::from_utf8(bytes).map_err(|error| CliError::of_file(path)(io::Error::other(error.utf8_error())))
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
    if path == Path::new("-") { text_from(path, Ok(io::stdin().lock())) } else { text_of(path) }
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

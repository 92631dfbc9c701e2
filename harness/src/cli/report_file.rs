//! Where stored reports are read from.

use crate::cli::error::CliError;
use crate::cli::input_file;
use crate::record::run_record::RunRecord;
use std::borrow::Cow;
use std::io;
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

/// What stands in the file at `path`, or comes on standard input for `-`.
pub(crate) fn text_of(path: &Path) -> Result<String, CliError> {
    if path == Path::new("-") {
        return input_file::text_from(path, || Ok(io::stdin().lock()));
    }
    input_file::text_of(path)
}

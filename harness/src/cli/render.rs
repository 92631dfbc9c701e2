//! `illformed render`.

use crate::cli::args::RenderArguments;
use crate::cli::error::CliError;
use crate::cli::files::OutputFiles;
use crate::cli::format::Format;
use crate::cli::output;
use illformed::record::RunRecord;
use illformed::report::{TerminalOptions, terminal};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn render(arguments: &RenderArguments) -> Result<ExitCode, CliError> {
    let record = read_record(&arguments.report)?;
    OutputFiles::create(&arguments.format, arguments.out.as_deref())?.write(&record)?;
    if arguments.format.contains(&Format::Terminal) {
        let style = output::style();
        output::print(&terminal(&record, TerminalOptions { style, findings: arguments.findings }))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The record in the file at `path`.
pub(crate) fn read_record(path: &Path) -> Result<RunRecord, CliError> {
    let text = fs::read_to_string(path).map_err(|source| CliError::File { path: path.to_owned(), source })?;
    let name = path.display().to_string();
    RunRecord::from_json(&name, &text).map_err(|error| CliError::Record { path: path.to_owned(), error })
}

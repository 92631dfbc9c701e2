//! `illformed adapter contract`.

use crate::cli::error::CliError;
use crate::cli::output;
use std::process::ExitCode;

/// The one text of the contract; the README links to the same file.
const CONTRACT: &str = include_str!("../../../adapters/CONTRACT.md");

pub(crate) fn contract() -> Result<ExitCode, CliError> {
    output::print(CONTRACT)?;
    Ok(ExitCode::SUCCESS)
}

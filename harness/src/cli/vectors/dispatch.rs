//! From what was typed after `illformed vectors` to what does it.

use crate::cli::error::CliError;
use crate::cli::vectors::command::VectorsCommand;
use crate::cli::vectors::{export, lint};
use std::process::ExitCode;

pub(crate) fn vectors(command: &VectorsCommand) -> Result<ExitCode, CliError> {
    match command {
        VectorsCommand::Export { dir, force, format, out } => {
            export::export(dir.as_deref(), *format, out, *force)
        }
        VectorsCommand::Lint { dir } => lint::lint(dir.as_deref()),
    }
}

//! `illformed completions`.

use crate::cli::error::CliError;
use crate::cli::output;
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: Shell,
}

/// Prints a script for the completion of `command`.
pub(crate) fn completions(
    arguments: &CompletionsArguments,
    mut command: Command,
) -> Result<ExitCode, CliError> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, "illformed", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

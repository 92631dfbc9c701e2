//! From the arguments to the command.

use crate::causes_guide::causes_guide;
use crate::cli::args::{SuiteCommand, WorkshopArguments, WorkshopCommand};
use crate::cli::mutants;
use crate::cli::vectors::{diff, lint, rewrite};
use crate::mutants::{Mutant, mutants as all_mutants};
use illformed::ask::adapter::in_process::{InProcessDecoder, serve};
use illformed::cli::{CliError, command, output, run_program};
use std::process::ExitCode;
use std::{fs, io};

/// Runs what was typed.
pub fn main() -> ExitCode {
    run_program("workshop", |arguments: WorkshopArguments| match arguments.command {
        WorkshopCommand::Causes => output::print(&causes_guide()).map(|()| ExitCode::SUCCESS),
        WorkshopCommand::Man { out } => fs::create_dir_all(&out)
            .and_then(|()| clap_mangen::generate_to(command(), &out))
            .map(|()| ExitCode::SUCCESS)
            .map_err(CliError::of_file(&out)),
        WorkshopCommand::Mutants(arguments) => mutants::mutants(&arguments),
        WorkshopCommand::Serve => serve_mutants(),
        WorkshopCommand::Vectors(command) => vectors(&command),
    })
}

fn vectors(command: &SuiteCommand) -> Result<ExitCode, CliError> {
    match command {
        SuiteCommand::Complete { check, dir } => rewrite::complete(dir, *check),
        SuiteCommand::Diff { major, old, new } => diff::diff(old, new, *major),
        SuiteCommand::Flat { check, dir } => rewrite::flat_files(dir, *check),
        SuiteCommand::Fmt { check, paths } => rewrite::fmt(paths, *check),
        SuiteCommand::Generate { check, dir } => rewrite::generate(dir, *check),
        SuiteCommand::Lint { dir } => lint::lint(dir.as_deref()),
    }
}

fn serve_mutants() -> Result<ExitCode, CliError> {
    let decoders: Vec<InProcessDecoder> = all_mutants().iter().map(Mutant::decoder).collect();
    serve("mutants", &decoders, io::stdin().lock(), io::stdout())
        .map(|()| ExitCode::SUCCESS)
        .map_err(|error| CliError::Usage(format!("serve: {error}")))
}

//! From the arguments to the command.

use crate::causes_guide::causes_guide;
use crate::cli::args::{Arguments, Command, VectorsCommand};
use crate::cli::mutants;
use crate::cli::vectors::{diff, lint, rewrite, sources, stats};
use crate::mutants::{Mutant, mutants as all_mutants};
use illformed::ask::adapter::in_process::{InProcessDecoder, serve};
use illformed::cli::{CliError, command, output, run_program};
use std::process::ExitCode;
use std::{fs, io};

/// Runs what was typed.
pub fn main() -> ExitCode {
    run_program("workshop", |arguments: Arguments| match arguments.command {
        Command::Causes => output::print(&causes_guide()).map(|()| ExitCode::SUCCESS),
        Command::Man { out } => fs::create_dir_all(&out)
            .and_then(|()| clap_mangen::generate_to(command(), &out))
            .map(|()| ExitCode::SUCCESS)
            .map_err(CliError::of_file(&out)),
        Command::Mutants(arguments) => mutants::mutants(&arguments),
        Command::Serve => serve_mutants(),
        Command::Vectors(command) => vectors(&command),
    })
}

fn vectors(command: &VectorsCommand) -> Result<ExitCode, CliError> {
    match command {
        VectorsCommand::Complete { check, dir } => rewrite::complete(dir, *check),
        VectorsCommand::Diff { major, old, new } => diff::diff(old, new, *major),
        VectorsCommand::Flat { check, dir } => rewrite::flat_files(dir, *check),
        VectorsCommand::Fmt { check, paths } => rewrite::fmt(paths, *check),
        VectorsCommand::Generate { check, dir } => rewrite::generate(dir, *check),
        VectorsCommand::Incidents { format } => sources::incidents(*format),
        VectorsCommand::Lint { dir } => lint::lint(dir.as_deref()),
        VectorsCommand::Stats { dir, format } => stats::stats(dir.as_deref(), *format),
    }
}

fn serve_mutants() -> Result<ExitCode, CliError> {
    let decoders: Vec<InProcessDecoder> = all_mutants().iter().map(Mutant::decoder).collect();
    serve("mutants", &decoders, io::stdin().lock(), io::stdout())
        .map(|()| ExitCode::SUCCESS)
        .map_err(|error| CliError::Usage(format!("serve: {error}")))
}

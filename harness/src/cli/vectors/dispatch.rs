//! From what was typed after `illformed vectors` to what does it.

use crate::cli::error::CliError;
use crate::cli::vectors::command::VectorsCommand;
use crate::cli::vectors::{claims, diff, export, generate, incidents, lint, rewrite, stats};
use std::process::ExitCode;

pub(crate) fn vectors(command: &VectorsCommand) -> Result<ExitCode, CliError> {
    match command {
        VectorsCommand::Claims { format } => claims::claims(*format),
        VectorsCommand::Complete { check, dir } => rewrite::complete(dir, *check),
        VectorsCommand::Diff { major, old, new } => diff::diff(old, new, *major),
        VectorsCommand::Export { dir, force, format, out } => {
            export::export(dir.as_deref(), *format, out, *force)
        }
        VectorsCommand::Fmt { check, paths } => rewrite::fmt(paths, *check),
        VectorsCommand::Generate { check, dir } => generate::generate(dir, *check),
        VectorsCommand::Incidents { format } => incidents::incidents(*format),
        VectorsCommand::Lint { dir } => lint::lint(dir.as_deref()),
        VectorsCommand::Stats { dir, format } => stats::stats(dir.as_deref(), *format),
    }
}

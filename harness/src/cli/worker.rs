//! `illformed worker`.

use crate::ask::adapter::process::ABSENT_CODE;
use crate::ask::native::{Served, TableLibrary, serve_in_process, serve_library, serve_table};
use crate::cli::args::{containers, refusals};
use crate::cli::error::CliError;
use crate::cli::native::NativeArguments;
use crate::cli::output;
use clap::Args;
use illformed_judge::claim::Refusal;
use illformed_judge::container::Container;
use std::io;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// Which adapter of this program.
    #[arg(value_name = "NAME", required_unless_present_any = ["library", "table"], conflicts_with_all = ["library", "table"])]
    name: Option<String>,
    /// Do what one order on standard input says, in the place of protocol 1.
    #[arg(long)]
    sweep: bool,
    /// Which library of the table of C functions.
    #[arg(long, value_name = "NAME", conflicts_with = "library")]
    table: Option<String>,
    /// The format that holds each input of the library.
    #[arg(long, value_name = "FORMAT", value_parser = containers(), requires = "library")]
    container: Option<Container>,
    /// What the functions of the library document to refuse.
    #[arg(long, value_name = "WHAT", value_parser = refusals(), requires = "library")]
    refuses: Vec<Refusal>,
    #[command(flatten)]
    native: NativeArguments,
}

pub(crate) fn worker(arguments: &WorkerArguments) -> Result<ExitCode, CliError> {
    let what = if arguments.sweep { Served::Sweep } else { Served::Protocol };
    if let Some(name) = &arguments.table {
        return table_worker(name, what);
    }
    let native = &arguments.native;
    let (name, served) = match (native.library(), &arguments.name) {
        (Some(library), _) => {
            let calls = native.calls()?;
            let claim = native.claim(arguments.container, &arguments.refuses);
            (library, Some(serve_library(library, &calls, &claim, what, io::stdin())))
        }
        (None, Some(name)) => (name.as_str(), serve_in_process(name, what, io::stdin())),
        (None, None) => ("", None),
    };
    match served {
        Some(Ok(())) => Ok(ExitCode::SUCCESS),
        // Whoever listened is gone, or does not speak the protocol.
        Some(Err(error)) => Err(CliError::Usage(format!("worker {name}: {error}"))),
        None => Err(CliError::Usage(format!("worker {name}: no adapter of that name"))),
    }
}

/// Asks the functions of the library `name` of the table.
fn table_worker(name: &str, what: Served) -> Result<ExitCode, CliError> {
    let unknown = || CliError::Usage(format!("worker --table {name}: no library of that name"));
    match serve_table(TableLibrary::named(name).ok_or_else(unknown)?, what, io::stdin()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(absent) if absent.kind() == io::ErrorKind::NotFound => {
            output::complain(&absent);
            Ok(ExitCode::from(ABSENT_CODE))
        }
        Err(failure) => Err(CliError::Usage(format!("worker --table {name}: {failure}"))),
    }
}

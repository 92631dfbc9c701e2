//! `illformed worker`.

use crate::ask::adapter::process::ABSENT_CODE;
use crate::ask::native::{Served, TableLibrary, serve_in_process, serve_library};
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
    let own = arguments.native.library(arguments.container, &arguments.refuses)?;
    let (name, served) = match (&arguments.table, &own, &arguments.name) {
        (Some(name), ..) => {
            let unknown = || CliError::Usage(format!("worker --table {name}: no library of that name"));
            let library = TableLibrary::named(name).ok_or_else(unknown)?;
            (format!("--table {name}"), serve_library(library, false, what, io::stdin()))
        }
        (None, Some(library), _) => (library.files.concat(), serve_library(library, true, what, io::stdin())),
        (None, None, name) => {
            let name = name.clone().unwrap_or_default();
            let served = serve_in_process(&name, what, io::stdin());
            (name, served)
        }
    };
    match served {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(absent) if arguments.table.is_some() && absent.kind() == io::ErrorKind::NotFound => {
            output::complain(&absent);
            Ok(ExitCode::from(ABSENT_CODE))
        }
        // Whoever listened is gone, or does not speak the protocol.
        Err(error) => Err(CliError::Usage(format!("worker {name}: {error}"))),
    }
}

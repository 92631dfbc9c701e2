//! `illformed worker`.

use crate::ask::native::{Served, serve_in_process, serve_library};
use crate::cli::error::CliError;
use crate::cli::native::NativeArguments;
use clap::Args;
use std::io;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// Which adapter of this program.
    #[arg(value_name = "NAME", required_unless_present = "library", conflicts_with = "library")]
    name: Option<String>,
    /// Do what one order on standard input says, in the place of protocol 1.
    #[arg(long)]
    sweep: bool,
    #[command(flatten)]
    native: NativeArguments,
}

pub(crate) fn worker(arguments: &WorkerArguments) -> Result<ExitCode, CliError> {
    let native = &arguments.native;
    let what = if arguments.sweep { Served::Sweep } else { Served::Protocol };
    let (name, served) = match (native.library(), &arguments.name) {
        (Some(library), _) => {
            let calls = native.calls()?;
            (library, Some(serve_library(library, &calls, &native.claim(), what, io::stdin())))
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

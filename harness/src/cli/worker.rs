//! `illformed worker`.

use crate::cli::args::WorkerArguments;
use crate::cli::error::CliError;
use std::io;
use std::process::ExitCode;

pub(crate) fn worker(arguments: &WorkerArguments) -> Result<ExitCode, CliError> {
    let name = arguments.name.as_str();
    match guarded_worker(name) {
        Some(Ok(())) => Ok(ExitCode::SUCCESS),
        // Whoever listened is gone, or does not speak the protocol.
        Some(Err(error)) => Err(CliError::Usage(format!("worker {name}: {error}"))),
        None => Err(CliError::Usage(format!("worker {name}: no adapter of that name"))),
    }
}

#[cfg(unix)]
fn guarded_worker(name: &str) -> Option<io::Result<()>> {
    crate::ask::guard::work(name, io::stdin(), io::stdout(), io::stderr())
}

#[cfg(not(unix))]
fn guarded_worker(_: &str) -> Option<io::Result<()>> {
    Some(Err(io::Error::other("this system has no guard pages")))
}

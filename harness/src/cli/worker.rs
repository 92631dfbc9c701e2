//! `illformed worker`, and the adapters that are it.

use crate::cli::args::WorkerArguments;
use crate::cli::error::CliError;
use illformed::adapter::process::Supervision;
use illformed::adapter::{Adapter, in_process};
use std::process::ExitCode;

#[cfg(unix)]
pub(crate) fn worker(arguments: &WorkerArguments) -> Result<ExitCode, CliError> {
    let name = &arguments.name;
    let (input, output, errors) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
    match illformed::guard::work(name, input, output, errors) {
        Some(Ok(())) => Ok(ExitCode::SUCCESS),
        // Whoever listened is gone, or does not speak the protocol.
        Some(Err(error)) => Err(CliError::Usage(format!("worker {name}: {error}"))),
        None => Err(CliError::Usage(format!("worker {name}: no adapter of that name"))),
    }
}

#[cfg(not(unix))]
pub(crate) fn worker(arguments: &WorkerArguments) -> Result<ExitCode, CliError> {
    Err(CliError::Usage(format!("worker {}: there are no guarded pages here", arguments.name)))
}

/// `adapters`, those of this process as workers.
pub(crate) fn guarded(
    adapters: Vec<Box<dyn Adapter>>,
    supervision: &Supervision,
) -> Result<Vec<Box<dyn Adapter>>, CliError> {
    use illformed::adapter::process::{ProcessAdapter, Program};
    if cfg!(not(unix)) {
        return Err(CliError::Usage("--guard: there are no guarded pages here".to_owned()));
    }
    let executable =
        std::env::current_exe().map_err(|source| CliError::File { path: "illformed".into(), source })?;
    let own: Vec<String> = in_process::all().iter().map(|adapter| adapter.name().to_owned()).collect();
    let guarded = |adapter: Box<dyn Adapter>| -> Box<dyn Adapter> {
        if !own.iter().any(|own| own == adapter.name()) {
            return adapter;
        }
        let arguments = vec!["worker".into(), adapter.name().into()];
        let program = Program { executable: executable.clone().into(), arguments };
        Box::new(ProcessAdapter::command(program, supervision.clone()))
    };
    Ok(adapters.into_iter().map(guarded).collect())
}

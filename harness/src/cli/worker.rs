//! `illformed worker`, and the adapters that are it.

use crate::ask::adapter::process::Supervision;
use crate::ask::adapter::{Adapter, in_process};
use crate::cli::args::WorkerArguments;
use crate::cli::error::CliError;
use crate::cli::output;
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
    Some(Err(io::Error::other("there are no guarded pages here")))
}

/// `adapters`, those of this process as workers. The guard pages lie around the bytes that such a worker decodes; an
/// adapter in another language has memory of its own, so that it is named as not guarded. Fails if no adapter is guarded.
pub(crate) fn guarded(
    adapters: Vec<Box<dyn Adapter>>,
    supervision: &Supervision,
) -> Result<Vec<Box<dyn Adapter>>, CliError> {
    use crate::ask::adapter::process::{ProcessAdapter, Program};
    if cfg!(not(unix)) {
        return Err(CliError::Usage("--guard: there are no guarded pages here".to_owned()));
    }
    let executable =
        std::env::current_exe().map_err(|source| CliError::File { path: "illformed".into(), source })?;
    let own: Vec<String> = in_process::all().iter().map(|adapter| adapter.name().to_owned()).collect();
    // An adapter of the user may have any name.
    let is_own =
        |adapter: &dyn Adapter| adapter.command().is_empty() && own.iter().any(|own| own == adapter.name());
    let foreign: Vec<&str> =
        adapters.iter().filter(|adapter| !is_own(&***adapter)).map(|adapter| adapter.name()).collect();
    if !foreign.is_empty() {
        let names = foreign.join(", ");
        if foreign.len() == adapters.len() {
            let why = "only decoders in Rust of this program can be guarded";
            return Err(CliError::Usage(format!("--guard: {why}, and none is selected, only {names}")));
        }
        output::complain(&format!("--guard: not guarded, since not part of this program: {names}"));
    }
    let guarded = |adapter: Box<dyn Adapter>| -> Box<dyn Adapter> {
        if !is_own(&*adapter) {
            return adapter;
        }
        let arguments = vec!["worker".into(), adapter.name().into()];
        let program = Program { executable: executable.clone().into(), arguments };
        Box::new(ProcessAdapter::command(program, supervision.clone()))
    };
    Ok(adapters.into_iter().map(guarded).collect())
}

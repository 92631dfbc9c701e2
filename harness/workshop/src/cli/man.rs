//! `workshop man`.

use clap_mangen::generate_to;
use illformed::cli::{CliError, command};
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Writes a manual page of `illformed` and of each of its commands into the folder `out`, which is made if need be.
pub(crate) fn man(out: &Path) -> Result<ExitCode, CliError> {
    fs::create_dir_all(out).and_then(|()| generate_to(command(), out)).map_err(CliError::of_file(out))?;
    Ok(ExitCode::SUCCESS)
}

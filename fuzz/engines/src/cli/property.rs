//! Whether a property fails for an input, asked of this program in another process.

use crate::promote::PropertySearch;
use illformed::ask::adapter::process::{ProcessAdapter, Program, Supervision};
use illformed::cli::CliError;
use illformed_fuzz::property::Property;

/// The search for failures of `property`.
pub(super) fn search(property: &Property, supervision: &Supervision) -> Result<PropertySearch, CliError> {
    let executable =
        std::env::current_exe().map_err(|source| CliError::File { path: "engines".into(), source })?;
    let program = Program { executable: executable.into(), arguments: vec!["serve".into()] };
    let adapter = ProcessAdapter::command(program, supervision.clone());
    PropertySearch::open(property, &adapter)
        .map_err(|failure| CliError::Usage(format!("{}: cannot be asked: {failure}", property.name)))
}

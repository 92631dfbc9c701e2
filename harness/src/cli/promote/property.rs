//! Whether a property fails for an input, asked of this program in another process.

use crate::cli::error::CliError;
use crate::cli::worker::PROPERTIES;
use illformed::adapter::process::{ProcessAdapter, Program, Supervision};
use illformed::promote::PropertySearch;
use illformed::property::Property;

/// The search for failures of `property`.
pub(super) fn search(property: &Property, supervision: &Supervision) -> Result<PropertySearch, CliError> {
    let executable =
        std::env::current_exe().map_err(|source| CliError::File { path: "illformed".into(), source })?;
    let program =
        Program { executable: executable.into(), arguments: vec!["worker".into(), PROPERTIES.into()] };
    let adapter = ProcessAdapter::command(program, supervision.clone());
    PropertySearch::open(property, &adapter)
        .map_err(|failure| CliError::Usage(format!("{}: cannot be asked: {failure}", property.name)))
}

//! `illformed show`.

use crate::ask::protocol::{hello_request, write_request};
use crate::cli::args::ShowArguments;
use crate::cli::error::CliError;
use crate::cli::{output, suite};
use crate::tell::case_text::case_text;
use illformed_judge::case::{CaseId, Plan};
use illformed_vectors::Suite;
use std::process::ExitCode;

pub(crate) fn show(arguments: &ShowArguments) -> Result<ExitCode, CliError> {
    let suite = suite::load(&arguments.suite)?;
    let id: CaseId = arguments.id.parse().map_err(CliError::Usage)?;
    let case = Plan::find(&suite, &id).ok_or_else(|| unknown(&suite, &id))?;
    if arguments.wire {
        let mut text = hello_request();
        write_request(&mut text, 1, &arguments.decoder, &case.input);
        output::print(&text)?;
    } else {
        output::print(&case_text(&suite, &case))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn unknown(suite: &Suite, id: &CaseId) -> CliError {
    CliError::Usage(match suite.vector(id.vector.as_str()) {
        Some(_) => format!("{id}: that recipe does not apply to this vector"),
        None => format!("{id}: no such vector; see illformed list"),
    })
}

//! `illformed adapter list`.

use crate::ask::adapter::process::Supervision;
use crate::ask::adapter_check::{inventory, inventory_text};
use crate::cli::adapter::arguments::AdapterListArguments;
use crate::cli::args::TextFormat;
use crate::cli::error::CliError;
use crate::cli::{interrupt, output};
use crate::tell::report::pretty_json;
use std::process::ExitCode;

pub(crate) fn list(arguments: &AdapterListArguments) -> Result<ExitCode, CliError> {
    let supervision = Supervision { interrupted: interrupt::flag(), ..Supervision::default() };
    let shipped = inventory(&supervision);
    let text = match arguments.format {
        TextFormat::Text => inventory_text(&shipped),
        TextFormat::Json => pretty_json(&shipped),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

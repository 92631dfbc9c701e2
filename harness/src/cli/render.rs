//! `illformed render`.

use crate::cli::args::RenderArguments;
use crate::cli::error::CliError;
use crate::cli::files::OutputFiles;
use crate::cli::input_file::read_record;
use crate::cli::output;
use crate::tell::report::{Format, TerminalOptions, printed};
use std::process::ExitCode;

pub(crate) fn render(arguments: &RenderArguments) -> Result<ExitCode, CliError> {
    if arguments.format.contains(&Format::Jsonl) {
        let why = "--format jsonl is written while a run goes on, and is not in a report".to_owned();
        return Err(CliError::Usage(why));
    }
    let record = read_record(&arguments.report)?;
    let source = arguments.source.as_ref();
    let written = OutputFiles::create(&arguments.format, arguments.out.as_deref())?.write(&record, source);
    let options =
        TerminalOptions { style: output::style(), findings: arguments.findings, matrix: arguments.matrix };
    output::print(&printed(&arguments.format, &record, options, source))?;
    written?;
    Ok(ExitCode::SUCCESS)
}

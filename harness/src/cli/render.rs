//! `illformed render`, and the reports that it and `illformed run` write.

use crate::cli::error::CliError;
use crate::cli::files::{OutputFiles, read_record};
use crate::cli::help::OUTPUT;
use crate::cli::output;
use crate::record::run_record::RunRecord;
use crate::tell::report::{Format, SourceLocation, TerminalOptions, printed};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Which reports are written of a run.
#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct ReportArguments {
    /// Show this many findings in full.
    ///
    /// The first of each decoder comes before the second of any. The causes are shown in any case.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) findings: usize,
    /// Output formats, separated by commas.
    ///
    /// `terminal` and `github` go to standard output. The others are files, written into --out, and need it. All are made
    /// from the same record; `jsonl` is written while the run goes on.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum, default_values_t = [Format::Terminal], help_heading = OUTPUT)]
    pub(crate) format: Vec<Format>,
    /// Show a table of decoders and twelve questions.
    ///
    /// Below it stands who accepts, refuses and replaces what.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) matrix: bool,
    /// The folder for files; created if needed.
    ///
    /// Files are created before the run, so that a bad path fails early, and renamed when it is over, so that there is
    /// never half a report.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub(crate) out: Option<PathBuf>,
    /// Point SARIF results and annotations at this file.
    ///
    /// It is the file of your decoder, a path from the root of the repository, with a line or without: `src/utf8.py:12`.
    /// Without --source they point at the decoder's baseline, or at no file; GitHub shows no SARIF result without a file.
    #[arg(long, value_name = "FILE[:LINE]", help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) source: Option<SourceLocation>,
}

impl ReportArguments {
    /// Prints `record` in the formats that go to standard output.
    pub(crate) fn print(&self, record: &RunRecord) -> Result<(), CliError> {
        let options =
            TerminalOptions { style: output::style(), findings: self.findings, matrix: self.matrix };
        output::print(&printed(&self.format, record, options, self.source.as_ref()))
    }
}

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct RenderArguments {
    /// The report.json of a run, the folder that it is in, or `-`.
    #[arg(value_name = "REPORT")]
    report: PathBuf,
    #[command(flatten)]
    written: ReportArguments,
}

pub(crate) fn render(RenderArguments { report, written }: &RenderArguments) -> Result<ExitCode, CliError> {
    if written.format.contains(&Format::Jsonl) {
        let why = "--format jsonl is written while a run goes on, and is not in a report".to_owned();
        return Err(CliError::Usage(why));
    }
    let (_, record) = read_record(report)?;
    let files = OutputFiles::create(written)?.write(&record);
    written.print(&record)?;
    files?;
    Ok(ExitCode::SUCCESS)
}

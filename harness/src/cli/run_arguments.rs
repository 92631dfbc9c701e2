//! What can be typed after `illformed run`.

use crate::cli::baseline::Stale;
use crate::cli::cause_argument::severity_named;
use crate::cli::help::{BASELINES, OUTPUT};
use crate::cli::render::ReportArguments;
use crate::cli::selection::Selection;
use clap::Args;
use illformed_judge::cause::Severity;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Allow that a decoder with a baseline is not there; repeatable.
    ///
    /// A run fails if a decoder has a baseline and was not asked, unless --adapter or --decoder leave it out: otherwise a
    /// decoder that is lost, with its interpreter or by a change of its adapter, would not be noticed.
    #[arg(long, value_name = "GLOB", requires = "baseline", help_heading = BASELINES, hide_short_help = true)]
    pub(crate) allow_missing: Vec<String>,
    /// Compare with baselines (file or folder); repeatable.
    ///
    /// A baseline lists the causes for which a decoder fails, with the number of cases, and why that is accepted. The run
    /// fails if more cases fail, if they fail with other answers, after the reason's last day, and if the decoder was not
    /// asked. `illformed baseline write` makes a baseline from a report. A decoder without a baseline is checked against its
    /// claim.
    #[arg(long, value_name = "PATH", help_heading = BASELINES)]
    pub(crate) baseline: Vec<PathBuf>,
    /// The least severity that fails the run.
    ///
    /// critical, wrong or imprecise: `illformed explain CAUSE` says how severe a cause is. Less severe failures are reported
    /// all the same.
    #[arg(long, value_name = "SEVERITY", default_value = "imprecise", value_parser = severity_named, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) fail_on: Severity,
    /// How to treat an accepted failure that passes now.
    ///
    /// `illformed baseline update` removes it from the baseline.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Stale::Warn, requires = "baseline", help_heading = BASELINES, hide_short_help = true)]
    pub(crate) stale: Stale,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}

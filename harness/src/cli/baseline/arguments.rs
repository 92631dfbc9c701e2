//! What can be typed after `illformed baseline`.

use crate::cli::cause_argument::cause_named;
use crate::cli::help::{CASES, DECODERS, OUTPUT, REASON};
use crate::record::baseline::{Day, VersionRange};
use clap::{Args, Subcommand, ValueEnum};
use illformed_judge::cause::Cause;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum BaselineCommand {
    /// Show what baselines accept, and why.
    Show(ShowBaselineArguments),
    /// Remove from baselines what a run shows to be fixed.
    ///
    /// Failures that are not listed are never added: they need a reason, see `baseline write`.
    Update(UpdateBaselineArguments),
    /// Accept the failures of a run, with a reason.
    ///
    /// Accepts causes, such as accepts-surrogate: the file has how many cases of each group of vectors fail for the cause, and
    /// a digest of the answers. The baseline of python/strict is DIR/python/strict.json. If it exists, failures that it does
    /// not accept are added. To give different reasons, write several times with --cause.
    Write(Box<WriteBaselineArguments>),
}

#[derive(Debug, Args)]
pub(crate) struct ShowBaselineArguments {
    /// Files, or folders with files of baselines.
    #[arg(value_name = "BASELINE", required = true)]
    pub(crate) baselines: Vec<PathBuf>,
    /// Also show the groups of vectors of each cause.
    #[arg(long)]
    pub(crate) groups: bool,
}

/// A report, and the baselines that it is compared with.
#[derive(Debug, Args)]
pub(crate) struct ReportAndBaselines {
    /// The report.json of a run, the folder that it is in, or `-`.
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
    /// Files, or folders with files of baselines.
    #[arg(value_name = "BASELINE", required = true)]
    pub(crate) baselines: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct UpdateBaselineArguments {
    #[command(flatten)]
    pub(crate) compared: ReportAndBaselines,
    /// Only remove what passes; by default, what fails with other answers is counted anew too.
    #[arg(long)]
    pub(crate) only_fixed: bool,
}

#[derive(Debug, Args)]
pub(crate) struct WriteBaselineArguments {
    /// The report.json of a run, the folder that it is in, or `-`.
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
    /// The folder of the baselines; created if needed.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub(crate) out: PathBuf,
    /// Why this is accepted: one sentence.
    #[arg(long, value_name = "TEXT", help_heading = REASON)]
    pub(crate) reason: String,
    /// The name of the reason within the file.
    ///
    /// It has lower-case letters, digits and hyphens. A word that the file has already must have the same reason there.
    #[arg(long, value_name = "WORD", default_value = "accepted", help_heading = REASON, hide_short_help = true)]
    pub(crate) why: String,
    /// A page with the details.
    #[arg(long, value_name = "URL", help_heading = REASON, hide_short_help = true)]
    pub(crate) link: Option<String>,
    /// The last day of the reason, such as 2027-06-30.
    ///
    /// After it, what still fails is an error again.
    #[arg(long, value_name = "DAY", help_heading = REASON)]
    pub(crate) until: Option<Day>,
    /// Only for these versions, such as '>=3.11,<3.14'.
    #[arg(long = "for-version", value_name = "RANGE", help_heading = REASON, hide_short_help = true)]
    pub(crate) version: Option<VersionRange>,
    /// Only on this system: linux, macos, windows.
    #[arg(long, value_name = "OS", help_heading = REASON, hide_short_help = true)]
    pub(crate) os: Option<String>,
    /// Only on this architecture: `x86_64`, aarch64.
    #[arg(long, value_name = "ARCH", help_heading = REASON, hide_short_help = true)]
    pub(crate) arch: Option<String>,
    /// Restrict a new file to this version and platform.
    ///
    /// Runs with another version or on another platform are not compared with it.
    /// For decoders that this project does not ship, such as those of a language, which differ from machine to machine.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) pinned: bool,
    /// Write digests instead of the names of causes and groups.
    ///
    /// The decoder is checked all the same, and the file does not show what it fails. This is not encryption: hashing the
    /// names of all causes shows which of them are meant.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) sealed: bool,
    /// Accept any answer in the failing cases.
    ///
    /// This is for answers that differ from run to run.
    #[arg(long, help_heading = CASES, hide_short_help = true)]
    pub(crate) any: bool,
    /// Only failures for this cause; repeatable.
    ///
    /// It is a name that a report shows, such as accepts-surrogate.
    #[arg(long, value_name = "CAUSE", value_parser = cause_named, help_heading = CASES)]
    pub(crate) cause: Vec<Cause>,
    /// Only matching `adapter/decoder` names; repeatable.
    #[arg(long, value_name = "GLOB", help_heading = DECODERS)]
    pub(crate) decoder: Vec<String>,
}

/// How a listed failure that passes is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stale {
    /// Reported, with the line to remove; the run passes.
    Warn,
    /// The run fails.
    Error,
}

//! What can be typed after `illformed baseline`.

use crate::cli::args::SuiteArguments;
use crate::cli::cause_argument::cause_named;
use crate::record::baseline::{Day, VersionRange};
use clap::{Args, Subcommand, ValueEnum};
use illformed_judge::cause::Cause;
use illformed_judge::judge::VerdictKind;
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
    /// Convert baselines that list cases into baselines that accept causes.
    ///
    /// The report must match the baselines. Sealed entries, and those of unstable decoders, stay.
    Convert(ConvertBaselineArguments),
}

#[derive(Debug, Args)]
pub(crate) struct ShowBaselineArguments {
    /// Files, or folders with files of baselines.
    #[arg(value_name = "BASELINE", required = true)]
    pub(crate) baselines: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
    /// Also each entry.
    #[arg(long)]
    pub(crate) entries: bool,
}

#[derive(Debug, Args)]
pub(crate) struct UpdateBaselineArguments {
    /// The report.json of a run, the folder that it is in, or `-`.
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
    /// Files, or folders with files of baselines.
    #[arg(value_name = "BASELINE", required = true)]
    pub(crate) baselines: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
    /// Only remove what passes; otherwise entries that fail differently are rewritten too.
    #[arg(long)]
    pub(crate) only_fixed: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertBaselineArguments {
    /// The report.json of a run, the folder that it is in, or `-`.
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
    /// Files, or folders with files of baselines.
    #[arg(value_name = "BASELINE", required = true)]
    pub(crate) baselines: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
}

#[derive(Debug, Args)]
pub(crate) struct WriteBaselineArguments {
    /// The report.json of a run, the folder that it is in, or `-`.
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
    /// The folder of the baselines; created if needed.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) suite: SuiteArguments,
    /// Why this is accepted: one sentence.
    #[arg(long, value_name = "SENTENCE")]
    pub(crate) reason: String,
    /// The word by which entries name the reason: lower case, digits and hyphens.
    ///
    /// A word that the file has already must have the same reason there.
    #[arg(long, value_name = "WORD", default_value = "accepted")]
    pub(crate) why: String,
    /// A page with the details.
    #[arg(long, value_name = "URL")]
    pub(crate) link: Option<String>,
    /// The last day on which the reason counts, such as 2027-06-30; after it, what still fails is an error again.
    #[arg(long, value_name = "DAY")]
    pub(crate) until: Option<Day>,
    /// The reason counts for versions of the implementation in this range alone, such as '>=3.11,<3.14'.
    #[arg(long = "for-version", value_name = "RANGE")]
    pub(crate) version: Option<VersionRange>,
    /// The reason counts on this operating system alone: linux, macos, windows.
    #[arg(long, value_name = "OS")]
    pub(crate) os: Option<String>,
    /// The reason counts on this architecture alone: `x86_64`, aarch64.
    #[arg(long, value_name = "ARCH")]
    pub(crate) arch: Option<String>,
    /// A new file describes the decoder's version and the platform of the run alone: others are not held to it.
    ///
    /// For decoders that this project does not ship, such as those of a language, which differ from machine to machine.
    #[arg(long)]
    pub(crate) pinned: bool,
    /// Write digests instead of cases and answers.
    ///
    /// The decoder is checked all the same, and the file does not show what it fails. This is not encryption: hashing the ids
    /// of all vectors shows which of them are meant.
    #[arg(long)]
    pub(crate) sealed: bool,
    /// Accept any answer in the failing cases, for answers that differ from run to run.
    #[arg(long)]
    pub(crate) any: bool,
    /// Only failures for this cause, such as accepts-surrogate; repeatable.
    #[arg(long, value_name = "CAUSE", value_parser = cause_named)]
    pub(crate) cause: Vec<Cause>,
    /// List each case with its answer instead of counting by cause. --only, --verdict and --sealed imply it.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Only decoders whose `adapter/decoder` matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) decoder: Vec<String>,
    /// Only cases whose id matches, as for `illformed run`; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,
    /// Only failures by this verdict, such as late-error; repeatable.
    #[arg(long, value_name = "VERDICT")]
    pub(crate) verdict: Vec<VerdictKind>,
}

/// How a listed failure that passes is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stale {
    /// Reported, with the line to remove; the run passes.
    Warn,
    /// The run fails.
    Error,
}

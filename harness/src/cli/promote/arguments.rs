//! What can be typed after `illformed promote`.

use crate::cli::args::{SuiteArguments, seconds};
use crate::cli::decoders::OwnDecoderArguments;
use crate::cli::given::GivenArguments;
use crate::cli::help::{DECODERS, INPUTS, LIMITS};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct PromoteArguments {
    /// The decoder that failed its claim, `adapter/decoder`.
    #[arg(long, value_name = "NAME", help_heading = DECODERS)]
    pub(crate) decoder: Option<String>,
    /// Files with bytes on which the decoder failed.
    #[arg(value_name = "FILE", help_heading = INPUTS)]
    pub(crate) files: Vec<PathBuf>,
    /// Promote every finding of this report, which `illformed fuzz --format json` wrote.
    ///
    /// A decoder of your own is asked only if its command is given again: no command in a file is ever run.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bytes", "calls", "decoder", "files"], help_heading = INPUTS)]
    pub(crate) from_report: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) given: GivenArguments,
    #[command(flatten)]
    pub(crate) promotion: PromotionArguments,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

/// The options of every promotion.
#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub struct PromotionArguments {
    /// Keep the input as it is, instead of shrinking it.
    #[arg(long, help_heading = INPUTS)]
    pub keep_size: bool,
    #[command(flatten)]
    pub suite: SuiteArguments,
    /// Seconds that an answer may take.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, help_heading = LIMITS, hide_short_help = true)]
    pub timeout: Duration,
}

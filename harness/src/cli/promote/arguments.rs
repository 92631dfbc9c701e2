//! What can be typed after `illformed promote`.

use crate::cli::args::seconds;
use crate::cli::own_decoder::OwnDecoderArguments;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct PromoteArguments {
    /// Promote these bytes, in hex; repeatable.
    #[arg(long, value_name = "HEX")]
    pub(crate) bytes: Vec<String>,
    /// Promote this script of calls; repeatable.
    ///
    /// Hex feeds a chunk, `-` an empty one, `.` ends the input, `~` begins anew on the same object: 'c3 - a9 . ~ 41 .'
    #[arg(long, value_name = "SCRIPT", allow_hyphen_values = true)]
    pub(crate) calls: Vec<String>,
    /// What the bytes are, in words, instead of the words that are made up.
    #[arg(long, value_name = "WORDS")]
    pub(crate) comment: Option<String>,
    /// The corpus that the seed is put into; by default that of the checkout.
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// This decoder has failed its claim, `adapter/decoder`.
    #[arg(long, value_name = "NAME", conflicts_with = "property")]
    pub(crate) decoder: Option<String>,
    /// Only say what would be written.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The artifacts of a fuzz engine: each is the bytes on which its property failed.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// How to write what came of it.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = PromoteFormat::Text)]
    pub(crate) format: PromoteFormat,
    /// Promote every finding of this report, which `illformed fuzz --format json` wrote.
    ///
    /// A decoder that was brought in by a command line is asked only if that is given here again: nothing that a file
    /// says is started.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bytes", "calls", "decoder", "files", "property"])]
    pub(crate) from_report: Option<PathBuf>,
    /// Keep the input as it is, instead of making it as small as can be.
    #[arg(long)]
    pub(crate) keep_size: bool,
    /// The name, instead of one that says the first error and the bytes: lower-case letters, digits, hyphens.
    #[arg(long, value_name = "SLUG")]
    pub(crate) name: Option<String>,
    /// This property has failed; else the folder of the file says which, as `fuzz/artifacts/decoders_agree/`.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["command", "one_shot"])]
    pub(crate) property: Option<String>,
    /// The folder of the vectors; by default that of the checkout.
    #[arg(long, value_name = "DIR")]
    pub(crate) suite: Option<PathBuf>,
    /// Seconds that a property or an adapter may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub(crate) timeout: f64,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PromoteFormat {
    /// A list of objects, one an artifact.
    Json,
    /// Some lines an artifact.
    Text,
}

//! What can be typed after `illformed fuzz`.

use crate::cli::args::{TextFormat, seconds};
use crate::cli::decoders::DecoderArguments;
use crate::cli::given::GivenArguments;
use crate::cli::help::{INPUTS, LIMITS, OUTPUT};
use clap::Args;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct FuzzArguments {
    /// Show this many findings of each decoder in full.
    #[arg(long, value_name = "N", default_value_t = 5, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) findings: usize,
    /// The output format.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text, help_heading = OUTPUT)]
    pub(crate) format: TextFormat,
    /// The longest input in bytes [default: 160, and longer ones now and then].
    ///
    /// Without a limit the search also makes long inputs, up to 262,404 bytes, longer as the search goes on; together they
    /// have about an eighth of the bytes of the short ones. With a limit more inputs reach it, and from 192 bytes on many
    /// inputs put an error at the end of a block of 128, 256 and so on up to 65,536 bytes.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(1..=1 << 20), help_heading = INPUTS, hide_short_help = true)]
    pub(crate) max_len: Option<u32>,
    /// Inputs to ask each decoder.
    ///
    /// Without --runs and --seconds a decoder is asked for ten seconds or 1,000,000 inputs, whichever comes first. With
    /// --runs alone there is no time limit, and the same --seed gives the same findings on every machine. The report shows
    /// the numbers to repeat a search with.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = LIMITS)]
    pub(crate) runs: Option<u64>,
    /// Seconds to ask each decoder.
    ///
    /// Shrinking takes extra time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub(crate) seconds: Option<Duration>,
    /// The seed of the search [default: from the clock].
    ///
    /// The report shows it.
    #[arg(long, value_name = "N", help_heading = INPUTS)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) given: GivenArguments,
    #[command(flatten)]
    pub(crate) decoders: DecoderArguments,
}

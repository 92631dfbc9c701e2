//! What can be typed after `illformed fuzz`.

use crate::cli::args::{ClaimedProfile, output_forms, seconds};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;

#[derive(Debug, Args)]
pub(crate) struct FuzzArguments {
    /// Ask only adapters whose name matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) adapter: Vec<String>,
    /// Ask just these bytes, in hex, instead of inputs that are made; repeatable.
    ///
    /// This is how a finding is asked again. Nothing is shrunk.
    #[arg(long, value_name = "HEX")]
    pub(crate) bytes: Vec<String>,
    /// Ask just this script of calls; repeatable.
    ///
    /// Hex feeds a chunk, `-` an empty one, `.` ends the input, `~` begins anew on the same object: 'c3 - a9 . ~ 41 .'
    #[arg(long, value_name = "SCRIPT", allow_hyphen_values = true)]
    pub(crate) calls: Vec<String>,
    /// Fuzz any program: bytes on stdin, exit code 0 accepts; as for `illformed run`.
    #[arg(long = "command", value_name = "CMD", conflicts_with = "command")]
    pub(crate) one_shot: Option<String>,
    /// The form of the text that --command writes to stdout.
    #[arg(long, value_name = "FORM", requires = "one_shot", value_parser = output_forms())]
    pub(crate) command_out: Option<String>,
    /// What --command claims to implement.
    #[arg(long, value_name = "PROFILE", requires = "one_shot", value_enum)]
    pub(crate) command_profile: Option<ClaimedProfile>,
    /// Ask only decoders whose `adapter/decoder` matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) decoder: Vec<String>,
    /// How many findings of each decoder are shown in full.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) findings: usize,
    /// How to write what was found.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = FuzzFormat::Text)]
    pub(crate) format: FuzzFormat,
    /// How many adapters are asked at the same time; else as many as there are processors.
    ///
    /// What is found does not depend on it.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The longest input in bytes.
    ///
    /// Decoders that read 64 bytes at a time need some more than 64 to show what they do between two blocks.
    #[arg(long, value_name = "BYTES", default_value_t = 160, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) max_len: u32,
    /// MiB of memory that an adapter with all it starts may use; measured on Linux alone.
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) max_memory: u64,
    /// An exit code by which --command rejects; repeatable.
    #[arg(long, value_name = "N", requires = "one_shot", value_parser = clap::value_parser!(i32).range(1..=255))]
    pub(crate) reject_code: Vec<i32>,
    /// How many inputs each decoder is asked.
    ///
    /// Without --runs and --seconds it is 20,000, and no more than ten seconds. With --runs alone there is no limit of
    /// time, and the same seed gives the same findings on every machine.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) runs: Option<u64>,
    /// How long each decoder is asked; shrinking may take as long again.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) seconds: Option<f64>,
    /// What the inputs depend on; by default the clock. It is printed.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Seconds that an adapter may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    pub(crate) timeout: f64,
    /// An adapter of your own: a program that speaks protocol 1, and its arguments.
    ///
    /// Then nothing else is asked, unless --adapter names it.
    #[arg(last = true, value_name = "CMD")]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FuzzFormat {
    /// The whole record, as one object.
    Json,
    /// A table, and the findings.
    Text,
}

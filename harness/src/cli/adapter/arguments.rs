//! What can be typed after `illformed adapter`.

use crate::ask::adapter_check::TEMPLATES;
use crate::cli::args::{TextFormat, seconds};
use crate::cli::examples;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Subcommand)]
pub(crate) enum AdapterCommand {
    /// Check an adapter against the contract.
    ///
    /// It gets short requests, one by one and many at once, and every line that it writes is checked. The first broken rule
    /// is shown with the request, the answer, the place in it, and a command that reproduces it. Doubtful answers are
    /// warnings. `illformed run` checks whether its decoders are right.
    ///
    /// Common mistakes are recognised, and the message says what to change: a lossy decoder declared strict, text that is
    /// little-endian or has a byte order mark, an offset in characters, upper-case hex, output that is not flushed.
    ///
    /// Two more processes get the same requests with different bytes in ILLFORMED_CANARY. No answer may follow it.
    ///
    /// Exit codes: 0 the adapter keeps the contract; 2 wrong usage; 3 it does not.
    #[command(after_long_help = examples::ADAPTER_CHECK)]
    Check(AdapterCheckArguments),
    /// Print the contract of adapters, protocol 1, as Markdown.
    ///
    /// It is the contract of this version of illformed: every request, answer and declaration. `illformed adapter check` tests
    /// an adapter against it.
    Contract,
    /// List the shipped adapters, and which of them work here.
    ///
    /// Each is compiled if needed and started. Missing runtimes are listed with the package to install.
    List(AdapterListArguments),
    /// Create a starter adapter.
    ///
    /// It is one file that runs as it is and drives a decoder of its language. The places to change are marked EDIT. An
    /// existing file is never overwritten.
    #[command(after_long_help = examples::ADAPTER_NEW)]
    New(AdapterNewArguments),
}

#[derive(Debug, Args)]
pub(crate) struct AdapterCheckArguments {
    /// A shipped adapter; `illformed adapter list` names them.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Seconds that it may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// An adapter of your own: a program that speaks protocol 1, and its arguments.
    #[arg(last = true, value_name = "CMD")]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct AdapterListArguments {
    /// How to write it.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    pub(crate) format: TextFormat,
}

#[derive(Debug, Args)]
pub(crate) struct AdapterNewArguments {
    /// The language that it is written in.
    #[arg(long, value_name = "LANG", value_parser = languages())]
    pub(crate) lang: String,
    /// What the adapter is called: up to 64 lower-case letters, digits, hyphens; by default as its file.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The file to write; by default `mine` in the current folder, with the language's ending.
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
}

fn languages() -> PossibleValuesParser {
    PossibleValuesParser::new(
        TEMPLATES.iter().map(|template| PossibleValue::new(template.language).aliases(template.aliases)),
    )
}

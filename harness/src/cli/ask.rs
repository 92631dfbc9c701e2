//! `illformed ask`.

use crate::cli::args::TextFormat;
use crate::cli::decoders::DecoderArguments;
use crate::cli::error::CliError;
use crate::cli::given::read_bytes;
use crate::cli::help::{INPUTS, OUTPUT};
use crate::cli::output;
use crate::record::poll::Poll;
use crate::record::run::RunOptions;
use crate::search::black_box::script_of_text;
use crate::tell::report::{poll as shown, pretty_json};
use clap::Args;
use illformed_judge::explain::lax_readings;
use illformed_vectors::Input;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct AskArguments {
    /// Bytes as `C0 80`, `c080`, `'a\xC0\x80'`, `%C0%80`, `U+D800`, `@FILE` or `-`.
    ///
    /// `-` is standard input.
    #[arg(value_name = "BYTES", required_unless_present = "script", help_heading = INPUTS)]
    pub(crate) bytes: Vec<String>,
    /// Name each decoder of each answer, not only numbers.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) all: bool,
    /// The output format.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text, help_heading = OUTPUT)]
    pub(crate) format: TextFormat,
    /// Ask with calls, such as 'F0 9F | 98 80 | .'
    ///
    /// `|` separates calls. A call is a chunk in hex, `-` an empty chunk, `.` the finish, `~` a reset. Without `|`, each
    /// word is a call: 'f09f 9880 .' is the same. Both cut U+1F600 after two bytes. Decoders that take no chunks are not
    /// asked.
    #[arg(long, value_name = "CALLS", allow_hyphen_values = true, conflicts_with = "bytes", help_heading = INPUTS)]
    pub(crate) script: Option<String>,
    #[command(flatten)]
    pub(crate) decoders: DecoderArguments,
}

pub(crate) fn ask(arguments: &AskArguments) -> Result<ExitCode, CliError> {
    let input = match &arguments.script {
        Some(calls) => {
            Input::Calls(script_of_text(calls).map_err(|error| format!("--script {calls}: {error}"))?)
        }
        None => Input::Bytes(read_bytes("BYTES", &arguments.bytes)?),
    };
    let decoders = &arguments.decoders;
    let supervision = decoders.supervision();
    let interrupted = Arc::clone(&supervision.interrupted);
    let (adapters, choice) = decoders.adapters(&supervision)?;
    let wanted = choice.clone();
    let by_default = RunOptions::default();
    let options = RunOptions {
        jobs: decoders.jobs.unwrap_or(by_default.jobs),
        wants_decoder: Box::new(move |name| wanted.wants(name)),
        interrupted: supervision.interrupted,
        ..by_default
    };
    let lax: Vec<String> = lax_readings(&input.bytes()).iter().map(ToString::to_string).collect();
    let poll = Poll::take(input, &adapters, options)?;
    choice.check()?;
    let text = match arguments.format {
        TextFormat::Text => {
            let names_own = !(decoders.adapter.is_empty() && decoders.decoder.is_empty());
            shown(&poll, &lax, arguments.all, names_own, output::style())
        }
        TextFormat::Json => pretty_json(&poll),
    };
    output::print(&text)?;
    if interrupted.load(Ordering::Relaxed) {
        return Err(CliError::NotAsked("interrupted: not everything was asked".to_owned()));
    }
    if poll.has_answer() {
        return Ok(ExitCode::SUCCESS);
    }
    Err(CliError::NotAsked("no decoder answered, see above".to_owned()))
}

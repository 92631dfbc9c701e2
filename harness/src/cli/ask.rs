//! `illformed ask`.

use crate::ask::adapter::process::Supervision;
use crate::ask::selection::{DecoderChoice, selected_adapters};
use crate::cli::args::seconds;
use crate::cli::error::CliError;
use crate::cli::help::{DECODERS, INPUTS, LIMITS, OUTPUT};
use crate::cli::own_decoder::OwnDecoderArguments;
use crate::cli::{interrupt, output, typed_bytes};
use crate::record::poll::Poll;
use crate::record::run::RunOptions;
use crate::search::black_box::script_of_text;
use crate::tell::report::{Naming, poll as shown, pretty_json};
use clap::{Args, ValueEnum};
use illformed_judge::explain::lax_readings;
use illformed_vectors::Input;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct AskArguments {
    /// Bytes as `C0 80`, `c080`, `'a\xC0\x80'`, `%C0%80`, `U+D800`, `@FILE` or `-`.
    ///
    /// `-` is standard input.
    #[arg(value_name = "BYTES", required_unless_present = "script", help_heading = INPUTS)]
    pub(crate) bytes: Vec<String>,
    /// Ask only adapters whose name matches; repeatable.
    #[arg(long, value_name = "GLOB", help_heading = DECODERS)]
    pub(crate) adapter: Vec<String>,
    /// Ask only matching `adapter/decoder` names; repeatable.
    #[arg(long, value_name = "GLOB", help_heading = DECODERS)]
    pub(crate) decoder: Vec<String>,
    /// Name each decoder of each answer, not only numbers.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) all: bool,
    /// The output format.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = AskFormat::Text, help_heading = OUTPUT)]
    pub(crate) format: AskFormat,
    /// Decoders to ask at once [default: number of processors].
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Ask with calls, such as 'F0 9F | 98 80 | .'
    ///
    /// `|` separates calls. A call is a chunk in hex, `-` an empty chunk, `.` the finish, `~` a reset. Without `|`, each
    /// word is a call: 'f09f 9880 .' is the same. Both cut U+1F600 after two bytes. Decoders that take no chunks are not
    /// asked.
    #[arg(long, value_name = "CALLS", allow_hyphen_values = true, conflicts_with = "bytes", help_heading = INPUTS)]
    pub(crate) script: Option<String>,
    /// Seconds to wait for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds, help_heading = LIMITS)]
    pub(crate) timeout: f64,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AskFormat {
    /// Answers with their decoders, in 80 columns.
    Text,
    /// One JSON object.
    Json,
}

pub(crate) fn ask(arguments: &AskArguments) -> Result<ExitCode, CliError> {
    let input = match &arguments.script {
        Some(calls) => Input::Calls(
            script_of_text(calls).map_err(|error| CliError::Usage(format!("--script {calls}: {error}")))?,
        ),
        None => Input::Bytes(typed_bytes::read("BYTES", &arguments.bytes)?),
    };
    let interrupted = interrupt::flag();
    let supervision = Supervision {
        answer_limit: Duration::from_secs_f64(arguments.timeout),
        interrupted: Arc::clone(&interrupted),
        ..Supervision::default()
    };
    let own = arguments.own.adapters(&supervision)?;
    let adapters = selected_adapters(&arguments.adapter, &arguments.decoder, own, &supervision)?;
    let wanted = DecoderChoice::parse(&arguments.decoder)?;
    let choice = wanted.clone();
    let by_default = RunOptions::default();
    let options = RunOptions {
        jobs: arguments.jobs.unwrap_or(by_default.jobs),
        wants_decoder: Box::new(move |name| wanted.wants(name)),
        interrupted,
        ..by_default
    };
    let lax: Vec<String> = lax_readings(&input.bytes()).iter().map(ToString::to_string).collect();
    let poll = Poll::take(input, &adapters, options).map_err(CliError::Usage)?;
    choice.check()?;
    let text = match arguments.format {
        AskFormat::Text => {
            let names_own = !(arguments.adapter.is_empty() && arguments.decoder.is_empty());
            shown(&poll, &lax, Naming { names_all: arguments.all, names_own }, output::style())
        }
        AskFormat::Json => pretty_json(&poll),
    };
    output::print(&text)?;
    if poll.has_answer() {
        return Ok(ExitCode::SUCCESS);
    }
    output::complain(&"no decoder answered, see above");
    Ok(ExitCode::from(3))
}

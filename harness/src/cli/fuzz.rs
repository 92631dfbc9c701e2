//! `illformed fuzz`.

use crate::ask::adapter::process::Supervision;
use crate::cli::args::{TextFormat, seconds};
use crate::cli::decoders::DecoderArguments;
use crate::cli::error::CliError;
use crate::cli::given::{GivenArguments, TypedInput};
use crate::cli::help::{INPUTS, LIMITS, OUTPUT};
use crate::cli::output;
use crate::cli::progress::SearchProgress;
use crate::search::black_box::{FuzzOptions, FuzzRecord, fuzz as search};
use crate::tell::report::{pretty_json, search as render};
use clap::Args;
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::oracle::Oracle;
use illformed_vectors::Suite;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

/// The options with which inputs are given: then none are searched for.
const GIVEN: [&str; 2] = ["bytes", "calls"];

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct FuzzArguments {
    /// Show this many findings of each decoder in full.
    #[arg(long, value_name = "N", default_value_t = 5, help_heading = OUTPUT, hide_short_help = true)]
    findings: usize,
    /// The output format.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text, help_heading = OUTPUT)]
    format: TextFormat,
    /// The longest input in bytes [default: 160, and longer ones now and then].
    ///
    /// Without a limit the search also makes long inputs, up to 262,404 bytes, longer as the search goes on; together they
    /// have about an eighth of the bytes of the short ones. With a limit more inputs reach it, and from 192 bytes on many
    /// inputs put an error at the end of a block of 128, 256 and so on up to 65,536 bytes.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(1..=1 << 20), conflicts_with_all = GIVEN, help_heading = INPUTS, hide_short_help = true)]
    max_len: Option<u32>,
    /// Inputs to ask each decoder.
    ///
    /// Without --runs and --seconds a decoder is asked for ten seconds or 1,000,000 inputs, whichever comes first. With
    /// --runs alone there is no time limit, and the same --seed gives the same findings on every machine. The report shows
    /// the numbers to repeat a search with.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = GIVEN, help_heading = LIMITS)]
    runs: Option<u64>,
    /// Seconds to ask each decoder.
    ///
    /// Shrinking what fails is part of it, and may take five seconds more at the end.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with_all = GIVEN, help_heading = LIMITS)]
    seconds: Option<Duration>,
    /// The seed of the search [default: from the clock].
    ///
    /// The report shows it.
    #[arg(long, value_name = "N", conflicts_with_all = GIVEN, help_heading = INPUTS)]
    seed: Option<u64>,
    #[command(flatten)]
    given: GivenArguments,
    #[command(flatten)]
    decoders: DecoderArguments,
}

pub(crate) fn fuzz(arguments: &FuzzArguments) -> Result<ExitCode, CliError> {
    let FuzzArguments { decoders, given: GivenArguments { inputs }, .. } = arguments;
    let is_named = !decoders.adapter.is_empty() || !decoders.decoder.is_empty() || decoders.own.is_given();
    if !is_named && inputs.is_empty() {
        let what =
            "which decoders? name --adapter, --decoder ('*' for all), --command, or a command after --";
        return Err(CliError::Usage(what.to_owned()));
    }
    let supervision = Supervision {
        // It is asked on and on: what breaks it comes again, and a missing answer is expensive.
        max_crashes: 50,
        max_hangs: 2,
        ..decoders.supervision()
    };
    let (adapters, choice) = decoders.adapters(&supervision)?;
    let wanted = choice.clone();
    let by_default = FuzzOptions::default();
    let (runs, time) = match (arguments.runs, arguments.seconds) {
        (None, None) => (by_default.runs, by_default.time),
        (runs, seconds) => (runs, seconds),
    };
    let progress = SearchProgress::default();
    let shown = progress.clone();
    let options = FuzzOptions {
        seed: arguments.seed.unwrap_or_else(seed_of_the_clock),
        runs,
        time,
        max_len: arguments.max_len.map(|len| len as usize),
        given: inputs.iter().map(TypedInput::input).collect::<Result<_, _>>()?,
        jobs: decoders.jobs.unwrap_or(by_default.jobs),
        wants_decoder: Box::new(move |name| wanted.wants(name)),
        interrupted: supervision.interrupted,
        progress: Box::new(move |decoder, executions, findings| {
            shown.say(format!("{decoder}: {executions} inputs, {findings} findings"));
        }),
        ..by_default
    };
    self_check(judge_observation, &Oracle::ALL, Suite::embedded())?;
    let record = FuzzRecord { limits: decoders.limits(), ..search(&adapters, &options) };
    progress.finish();
    if record.has_no_such_decoder() {
        choice.check()?;
        return Err(CliError::Usage("no decoder of that name; see illformed list decoders".to_owned()));
    }
    output::print(&match arguments.format {
        TextFormat::Text => render(&record, arguments.findings, output::style()),
        TextFormat::Json => pretty_json(&serde_json::json!(record)),
    })?;
    let reasons = record.exit_reasons();
    for (_, reason) in &reasons {
        output::complain(reason);
    }
    choice.check()?;
    Ok(reasons.first().map_or(ExitCode::SUCCESS, |(code, _)| ExitCode::from(*code)))
}

/// So short that it can be typed.
pub fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    (now.as_secs().wrapping_mul(1_000_003) ^ u64::from(now.subsec_nanos())) % 1_000_000_000
}

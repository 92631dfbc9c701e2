//! From the arguments to a search, and from what it found to the exit code.

use crate::ask::adapter::process::Supervision;
use crate::cli::args::TextFormat;
use crate::cli::error::CliError;
use crate::cli::fuzz::FuzzArguments;
use crate::cli::given::{GivenArguments, TypedInput};
use crate::cli::output;
use crate::cli::progress::SearchProgress;
use crate::search::black_box::{FuzzOptions, fuzz as search, fuzz_text};
use crate::tell::report::pretty_json;
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::oracle::Oracle;
use illformed_vectors::Suite;
use std::process::ExitCode;
use std::time::SystemTime;

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
        progress: Box::new(move |so_far| shown.take(so_far)),
        ..by_default
    };
    self_check(judge_observation, &Oracle::ALL, Suite::embedded())?;
    let record = search(&adapters, &options);
    progress.finish();
    if record.has_no_such_decoder() {
        choice.check()?;
        return Err(CliError::Usage("no decoder of that name; see illformed list decoders".to_owned()));
    }
    output::print(&match arguments.format {
        TextFormat::Text => fuzz_text(&record, arguments.findings, output::style()),
        TextFormat::Json => pretty_json(&serde_json::json!(record)),
    })?;
    let reasons = record.exit_reasons();
    for reason in &reasons {
        output::complain(reason);
    }
    Ok(reasons.first().map_or(ExitCode::SUCCESS, |reason| ExitCode::from(reason.code())))
}

/// So short that it can be typed.
pub fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    (now.as_secs().wrapping_mul(1_000_003) ^ u64::from(now.subsec_nanos())) % 1_000_000_000
}

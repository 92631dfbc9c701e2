//! From the arguments to a search, and from what it found to the exit code.

use crate::ask::adapter::process::Supervision;
use crate::cli::error::CliError;
use crate::cli::fuzz::FuzzArguments;
use crate::cli::fuzz::arguments::FuzzFormat;
use crate::cli::fuzz::given::{Given, GivenArguments};
use crate::cli::progress::SearchProgress;
use crate::cli::{adapters, interrupt, output};
use crate::search::black_box::{
    FuzzOptions, FuzzRecord, bytes_of_text, fuzz as search, fuzz_text, script_of_text,
};
use crate::tell::report::pretty_json;
use illformed_judge::judge::{judge_observation, self_check};
use illformed_judge::oracle::Oracle;
use illformed_vectors::Input;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

pub(crate) fn fuzz(arguments: &FuzzArguments) -> Result<ExitCode, CliError> {
    let FuzzArguments { adapter, decoder, own, given: GivenArguments { inputs }, .. } = arguments;
    if !own.is_given() && inputs.is_empty() && adapter.is_empty() && decoder.is_empty() {
        let what =
            "which decoders? name --adapter, --decoder ('*' for all), --command, or a command after --";
        return Err(CliError::Usage(what.to_owned()));
    }
    let interrupted = interrupt::flag();
    let supervision = Supervision {
        answer_limit: Duration::from_secs_f64(arguments.timeout.unwrap_or(5.0)),
        max_memory_mib: arguments.max_memory.unwrap_or(2048),
        interrupted: Arc::clone(&interrupted),
        // It is asked on and on: what breaks it comes again, and a missing answer is expensive.
        max_crashes: 50,
        max_hangs: 2,
        ..Supervision::default()
    };
    let adapters = adapters::selected(&arguments.adapter, &arguments.decoder, &arguments.own, &supervision)?;
    let wanted = adapters::patterns("--decoder", &arguments.decoder)?;
    let by_default = FuzzOptions::default();
    let (runs, time) = match (arguments.runs, arguments.seconds) {
        (None, None) => (by_default.runs, by_default.time),
        (runs, seconds) => (runs, seconds.map(Duration::from_secs_f64)),
    };
    let progress = SearchProgress::new();
    let shown = progress.clone();
    let options = FuzzOptions {
        seed: arguments.seed.unwrap_or_else(seed_of_the_clock),
        runs,
        time,
        max_len: arguments.max_len.map(|len| len as usize),
        given: given(arguments)?,
        jobs: arguments.jobs.unwrap_or(by_default.jobs),
        wants_decoder: Box::new(move |name| wanted.is_empty() || adapters::matches_any(&wanted, name)),
        interrupted,
        progress: Box::new(move |so_far| shown.take(so_far)),
        ..by_default
    };
    self_check(judge_observation, &Oracle::ALL)?;
    let record = search(&adapters, &options);
    progress.finish();
    if is_nobody(&record) {
        return Err(CliError::Usage("no decoder of that name; see illformed list decoders".to_owned()));
    }
    output::print(&match arguments.format {
        FuzzFormat::Text => fuzz_text(&record, arguments.findings, output::style()),
        FuzzFormat::Json => pretty_json(&serde_json::json!(record)),
    })?;
    Ok(exit_code(&record))
}

/// So short that it can be typed.
pub fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    (now.as_secs().wrapping_mul(1_000_003) ^ u64::from(now.subsec_nanos())) % 1_000_000_000
}

fn given(arguments: &FuzzArguments) -> Result<Vec<Input>, CliError> {
    let input = |given: &Given| match given {
        Given::Bytes(text) => bytes_of_text(text)
            .map(Input::Bytes)
            .map_err(|error| CliError::Usage(format!("--bytes {text}: {error}"))),
        Given::Calls(text) => script_of_text(text)
            .map(Input::Calls)
            .map_err(|error| CliError::Usage(format!("--calls {text}: {error}"))),
    };
    arguments.given.inputs.iter().map(input).collect()
}

/// Whether every adapter was there, and none has a decoder of the name that was typed.
fn is_nobody(record: &FuzzRecord) -> bool {
    let FuzzRecord { complete, decoders, absent, broken, .. } = record;
    *complete && decoders.is_empty() && absent.is_empty() && broken.is_empty()
}

fn exit_code(record: &FuzzRecord) -> ExitCode {
    let judged = record.decoders.iter().any(|decoder| decoder.executions > decoder.unjudged);
    let stopped = record.decoders.iter().any(|decoder| decoder.gave_up.is_some());
    let found = record.decoders.iter().any(|decoder| !decoder.findings.is_empty());
    if !record.oracles_disagree.is_empty() {
        output::complain(&"the oracles of this program disagree, see above: that is our own fault");
        return ExitCode::from(4);
    }
    if !judged {
        output::complain(&"nothing was judged: no decoder answered anything");
        return ExitCode::from(4);
    }
    if !record.complete {
        output::complain(&"interrupted: not everything was asked");
    }
    if !record.broken.is_empty() || stopped {
        output::complain(&"an adapter could not be judged to the end, see above");
    }
    if found {
        output::complain(&"a decoder failed its claim, see above");
    }
    match (!record.complete || !record.broken.is_empty() || stopped, found) {
        (true, _) => ExitCode::from(3),
        (false, true) => ExitCode::from(1),
        (false, false) => ExitCode::SUCCESS,
    }
}

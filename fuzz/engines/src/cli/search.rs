//! `engines search`: the targets of a checkout.

use crate::cli::search_arguments::{ChosenEngines, Sanitizer, SearchArguments, SearchFormat};
use crate::engine::{
    Budget, Checkout, Engine, EngineOptions, EngineProgress, EngineRecord, SearchFailure, TargetFinding,
    engine_text, search_targets, sort_artifacts,
};
use illformed::ask::selection::Globs;
use illformed::cli::fuzz::seed_of_the_clock;
use illformed::cli::progress::SearchProgress;
use illformed::cli::{CliError, interrupt, output};
use illformed::tell::report::pretty_json;
use illformed_fuzz::property::{ALL, Property};
use std::env;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How long a target is searched by default, in seconds.
const SECONDS: u64 = 10;

pub(crate) fn search(arguments: &SearchArguments) -> Result<ExitCode, CliError> {
    let checkout = checkout(arguments)?;
    let targets = targets(&arguments.target)?;
    let address_sanitizer = arguments.sanitizer == Some(Sanitizer::Address);
    let chosen = arguments.engine.unwrap_or(ChosenEngines::Libfuzzer);
    if address_sanitizer && chosen != ChosenEngines::Libfuzzer {
        return Err(usage("--sanitizer address is for libFuzzer alone"));
    }
    if arguments.afl_seconds.is_some() && chosen == ChosenEngines::Libfuzzer {
        return Err(usage("--afl-seconds needs --engine afl or --engine both"));
    }
    if arguments.fork.is_some() && chosen == ChosenEngines::Afl {
        return Err(usage("--fork is for libFuzzer; --engine afl does not run it"));
    }
    let interrupted = interrupt::flag();
    let progress = SearchProgress::default();
    let shown = progress.clone();
    let options = EngineOptions {
        engines: engines(arguments, chosen),
        // An engine takes 32 bits, and 0 for a seed of its own.
        seed: (arguments.seed.unwrap_or_else(seed_of_the_clock) % (1 << 31)).max(1) as u32,
        jobs: arguments.jobs.or(thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN),
        max_len: arguments.max_len.map(|len| len as usize),
        input_seconds: whole_seconds(arguments.timeout),
        // The address sanitizer keeps what was freed.
        memory_mib: arguments.max_memory.unwrap_or(if address_sanitizer { 4096 } else { 1024 }),
        address_sanitizer,
        fork: arguments.fork,
        out: arguments.out.clone().map_or_else(|| Ok(checkout.fuzz()), absolute)?,
        interrupted: Arc::clone(&interrupted),
        progress: Box::new(move |so_far| match so_far {
            EngineProgress::Begins(what) => shown.note(what),
            // Where nobody sees a line that changes, a build says all that it does.
            EngineProgress::Building(line) if !io::stderr().is_terminal() => shown.note(line),
            EngineProgress::Building(line) => shown.say(line.trim().to_owned()),
            EngineProgress::Searching { target, engine, executions, artifacts } => {
                shown.say(format!("{target}, {}: {executions} executions, {artifacts} fail", engine.name()));
            }
        }),
        targets,
        checkout,
    };
    let outcome = match &arguments.replay {
        None => search_targets(&options),
        Some(folder) => sort_artifacts(&options, &absolute(folder.clone())?),
    };
    progress.finish();
    let record = match outcome {
        Ok(record) => record,
        Err(SearchFailure::Interrupted) => {
            output::complain(&"interrupted: nothing was searched");
            return Ok(ExitCode::from(3));
        }
        Err(SearchFailure::Failed(why)) => return Err(CliError::Usage(why)),
    };
    output::print(&match arguments.format {
        SearchFormat::Text => engine_text(&record, arguments.findings, output::style()),
        SearchFormat::Json => pretty_json(&serde_json::json!(record)),
    })?;
    Ok(exit_code(&record))
}

fn usage(what: &str) -> CliError {
    CliError::Usage(what.to_owned())
}

fn checkout(arguments: &SearchArguments) -> Result<Checkout, CliError> {
    let named = arguments.checkout.clone();
    let folder = absolute(named.clone().unwrap_or_else(|| PathBuf::from(".")))?;
    Checkout::around(&folder).ok_or_else(|| match named {
        Some(folder) => CliError::Usage(format!("--checkout {}: no checkout of illformed", folder.display())),
        None => usage("the current folder is in no checkout of illformed; name one with --checkout DIR"),
    })
}

fn absolute(path: PathBuf) -> Result<PathBuf, CliError> {
    env::current_dir().map(|here| here.join(&path)).map_err(|source| CliError::File { path, source })
}

/// The properties whose names match, all if none is named; the planted fault only by its whole name.
fn targets(named: &[String]) -> Result<Vec<Property>, CliError> {
    let patterns = Globs::parse("--target", named)?;
    let wanted = |property: &&Property| patterns.select(property.name);
    let mut targets: Vec<Property> = ALL.iter().filter(wanted).copied().collect();
    let by_whole_name = named.iter().filter_map(|name| Property::named(name));
    for property in by_whole_name {
        if !targets.iter().any(|target| target.name == property.name) {
            targets.push(property);
        }
    }
    if targets.is_empty() {
        let there_are: Vec<&str> = ALL.iter().map(|property| property.name).collect();
        return Err(CliError::Usage(format!(
            "no target of that name; the targets are: {}",
            there_are.join(", ")
        )));
    }
    Ok(targets)
}

fn engines(arguments: &SearchArguments, chosen: ChosenEngines) -> Vec<(Engine, Budget)> {
    let seconds = arguments.seconds.map(whole_seconds);
    let seconds = seconds.or(arguments.runs.is_none().then_some(SECONDS));
    let budget = Budget { runs: arguments.runs, seconds };
    let afl_budget = Budget { seconds: arguments.afl_seconds.or(seconds), ..budget };
    match chosen {
        ChosenEngines::Libfuzzer => vec![(Engine::LibFuzzer, budget)],
        ChosenEngines::Afl => vec![(Engine::Afl, afl_budget)],
        ChosenEngines::Both => vec![(Engine::LibFuzzer, budget), (Engine::Afl, afl_budget)],
    }
}

/// The engines count whole seconds, and 0 is no limit to them.
fn whole_seconds(time: Duration) -> u64 {
    Duration::from_secs_f64(time.as_secs_f64().ceil()).as_secs().max(1)
}

fn exit_code(record: &EngineRecord) -> ExitCode {
    let broken = record.searches.iter().any(|search| search.broken);
    let ran = record.searches.iter().any(|search| search.executions > 0) || record.artifacts > 0;
    // A file of an earlier search that no longer fails is no finding.
    let counts = |finding: &TargetFinding| finding.kind != "not-repeated" || !record.searches.is_empty();
    let found = record.findings.iter().any(counts);
    if !record.complete {
        output::complain(&"interrupted: not everything was searched");
    }
    if broken {
        output::complain(&"an engine failed, see above");
    }
    if found {
        output::complain(&"a property does not hold, see above");
    }
    if !record.complete {
        return ExitCode::from(3);
    }
    if !ran {
        output::complain(&"nothing was run");
        return ExitCode::from(4);
    }
    match (broken, found) {
        (true, _) => ExitCode::from(3),
        (false, true) => ExitCode::from(1),
        (false, false) => ExitCode::SUCCESS,
    }
}

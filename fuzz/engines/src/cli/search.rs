//! `engines search`: the targets of this checkout.

use crate::cli::promote::names;
use crate::engine::{Engine, EngineName};
use crate::place::root;
use crate::search::{Campaign, Record, record_text};
use clap::Args;
use illformed::ask::selection::Globs;
use illformed::cli::progress::SearchProgress;
use illformed::cli::{CliError, TextFormat, interrupt, output, seconds};
use illformed::tell::report::pretty_json;
use illformed_fuzz::property::{ALL, Property};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    /// The engine to search with: libFuzzer, or AFL++, which mutates otherwise and is much slower.
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t = EngineName::Libfuzzer)]
    engine: EngineName,
    /// The output format.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TextFormat::Text)]
    format: TextFormat,
    /// Targets to search at the same time [default: the number of processors].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The folder for `corpus/<target>` and `artifacts/<target>`; by default `fuzz` in the checkout.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Sort the failing inputs in DIR into findings, without searching.
    ///
    /// DIR has folders with the names of targets, as `fuzz/artifacts` has; or it is the folder of the one target that
    /// --target names. Crash files of ClusterFuzz can be sorted too.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["engine", "out", "seconds", "flags"])]
    replay: Option<PathBuf>,
    /// Build in the address sanitizer, for unsafe code and decoders in C; about five times slower. libFuzzer alone.
    #[arg(long, value_name = "SANITIZER", value_parser = ["address", "none"])]
    sanitizer: Option<String>,
    /// Seconds to search each target; making findings small takes extra time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    seconds: Duration,
    /// Search only targets whose name matches; repeatable. `empty`, `naive` and `planted_fault` must be named exactly.
    #[arg(long, value_name = "GLOB")]
    target: Vec<String>,
    /// Flags of the engine, after ours: `-- -fork=0 -seed=7 -max_len=512`.
    #[arg(last = true, value_name = "FLAG")]
    flags: Vec<String>,
}

pub(crate) fn search(arguments: &SearchArguments) -> Result<ExitCode, CliError> {
    let targets = targets(&arguments.target)?;
    let engine = match (arguments.sanitizer.as_deref(), arguments.engine) {
        (Some("address"), EngineName::Afl) => {
            return Err(CliError::Usage("--sanitizer address is for libFuzzer alone".to_owned()));
        }
        (Some("address"), _) => EngineName::Address,
        (_, engine) => engine,
    };
    let interrupted = interrupt::flag();
    let progress = SearchProgress::default();
    let shown = progress.clone();
    // Cargo runs where the workspace is.
    let absolute = |path: &Path| std::path::absolute(path).map_err(CliError::of_file(path));
    let campaign = Campaign {
        targets,
        engine: Engine {
            progress: Arc::new(move |line| shown.say(line.trim().to_owned())),
            ..Engine::new(engine, &interrupted)
        },
        // The engines count whole seconds, and 0 is no limit to them.
        seconds: arguments.seconds.as_millis().div_ceil(1000).max(1) as u64,
        jobs: arguments.jobs.or(thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get),
        flags: arguments.flags.clone(),
        out: arguments.out.as_deref().map_or_else(|| Ok(root().join("fuzz")), absolute)?,
    };
    output::hint("building and searching; the first build takes minutes");
    let outcome = match &arguments.replay {
        None => campaign.search(),
        Some(folder) => campaign.sort(&absolute(folder)?),
    };
    progress.finish();
    let record = match outcome {
        Ok(record) => record,
        Err(_) if interrupted.load(Ordering::Relaxed) => {
            output::complain(&"interrupted: nothing was searched");
            return Ok(ExitCode::from(3));
        }
        Err(why) => return Err(CliError::Usage(why)),
    };
    output::print(&match arguments.format {
        TextFormat::Text => record_text(&record, output::style()),
        TextFormat::Json => pretty_json(&serde_json::json!(record)),
    })?;
    Ok(exit_code(&record))
}

/// The properties whose names match, all if none is named; those that are not listed only by the whole name.
fn targets(named: &[String]) -> Result<Vec<Property>, CliError> {
    let patterns = Globs::parse("--target", named)?;
    let mut targets: Vec<Property> =
        ALL.iter().filter(|property| patterns.select(property.name)).copied().collect();
    for property in named.iter().filter_map(|name| Property::named(name)) {
        if !targets.iter().any(|target| target.name == property.name) {
            targets.push(property);
        }
    }
    if targets.is_empty() {
        return Err(CliError::Usage(format!("no target of that name; the targets are: {}", names())));
    }
    Ok(targets)
}

fn exit_code(record: &Record) -> ExitCode {
    let is_broken = record.searches.iter().any(|search| search.broken.is_some());
    let outcomes = [
        (!record.complete, 3, "interrupted: not everything was searched"),
        (is_broken, 3, "a target could not be searched, see above"),
        (!record.findings.is_empty(), 1, "a property does not hold, see above"),
    ];
    for (_, _, what) in outcomes.iter().filter(|(is_so, ..)| *is_so) {
        output::complain(what);
    }
    outcomes.iter().find(|(is_so, ..)| *is_so).map_or(ExitCode::SUCCESS, |(_, code, _)| ExitCode::from(*code))
}

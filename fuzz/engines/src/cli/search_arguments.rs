//! The arguments of `engines search`.

use clap::{Args, ValueEnum};
use illformed::cli::seconds;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments that only a search takes.
const SEARCH: [&str; 6] = ["afl_seconds", "engine", "fork", "out", "runs", "seconds"];

#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    /// Whole seconds for AFL++ on each target [default: as for libFuzzer].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) afl_seconds: Option<u64>,
    /// The folder of the checkout [default: the one around the current folder].
    #[arg(long, value_name = "DIR")]
    pub(crate) checkout: Option<PathBuf>,
    /// The engines to search with.
    #[arg(long, value_name = "ENGINE", value_enum)]
    pub(crate) engine: Option<ChosenEngines>,
    /// Findings of each target to show in full.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) findings: usize,
    /// Search each target in N processes of libFuzzer, which continue after a failure.
    ///
    /// The same seed then does not give the same inputs. Without it libFuzzer is restarted after a failure, with the rest of
    /// the budget and a limit on the number of restarts.
    #[arg(long, value_name = "N")]
    pub(crate) fork: Option<NonZeroUsize>,
    /// The output format.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = SearchFormat::Text)]
    pub(crate) format: SearchFormat,
    /// Targets to search at the same time [default: the number of processors].
    ///
    /// The findings do not depend on it.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The longest input in bytes [default: 128, or 1024 of a target that reads text].
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) max_len: Option<u32>,
    /// MiB of memory that a target may use [default: 1024].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) max_memory: Option<u64>,
    /// The folder for `corpus/<target>` and `artifacts/<target>`; by default `fuzz` in the checkout.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Group the crash files in DIR into findings, without searching.
    ///
    /// DIR has folders with the names of targets, as `fuzz/artifacts` has; or it is the folder of the one target that
    /// --target names. Crash files of ClusterFuzz can be grouped too.
    #[arg(long, value_name = "DIR", conflicts_with_all = SEARCH)]
    pub(crate) replay: Option<PathBuf>,
    /// Inputs for each engine to run on each target, seeds included.
    ///
    /// Without --runs and --seconds each target is searched for ten seconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) runs: Option<u64>,
    /// Build in a sanitizer, for unsafe code and decoders in C; about five times slower.
    #[arg(long, value_name = "SANITIZER", value_enum)]
    pub(crate) sanitizer: Option<Sanitizer>,
    /// Seconds for each engine to search each target; shrinking takes extra time.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) seconds: Option<Duration>,
    /// The seed of the search [default: from the clock]; the report shows it.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Search only targets whose name matches; repeatable. `empty` and `planted_fault` must be named exactly.
    #[arg(long, value_name = "GLOB")]
    pub(crate) target: Vec<String>,
    /// Seconds that a target may take for an input.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
}

/// Which engines search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChosenEngines {
    /// AFL++: other mutations, and much slower.
    Afl,
    /// First libFuzzer, then AFL++.
    Both,
    /// libFuzzer, the default.
    Libfuzzer,
}

/// A sanitizer to build into the targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sanitizer {
    /// The address sanitizer, on stable Rust through RUSTC_BOOTSTRAP; libFuzzer alone.
    Address,
    /// None, the default.
    None,
}

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchFormat {
    /// The whole record, as one JSON object.
    Json,
    /// A table of the targets, and the findings.
    Text,
}

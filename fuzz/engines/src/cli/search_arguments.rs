//! What can be typed after `engines search`.

use clap::{Args, ValueEnum};
use illformed::cli::seconds;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What makes sense for a search alone.
const SEARCH: [&str; 6] = ["afl_seconds", "engine", "fork", "out", "runs", "seconds"];

#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    /// How long AFL++ searches each, in whole seconds; else as long as libFuzzer.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) afl_seconds: Option<u64>,
    /// The folder of the checkout; else the one around the current folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) checkout: Option<PathBuf>,
    /// Which engines search them.
    #[arg(long, value_name = "ENGINE", value_enum)]
    pub(crate) engine: Option<ChosenEngines>,
    /// How many findings of each target are shown in full.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) findings: usize,
    /// Search each in N processes of libFuzzer's, which go on after a failure by themselves.
    ///
    /// Then the same seed does not give the same inputs. Without it libFuzzer is started again after a failure, with what
    /// is left of the budget, up to 24 times.
    #[arg(long, value_name = "N")]
    pub(crate) fork: Option<NonZeroUsize>,
    /// How to print what was found.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = SearchFormat::Text)]
    pub(crate) format: SearchFormat,
    /// How many targets are searched at the same time; else as many as there are processors.
    ///
    /// What is found does not depend on it.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The longest input in bytes [default: 128, or 1024 of a target that reads text].
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) max_len: Option<u32>,
    /// MiB of memory that a target may use [default: 1024].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) max_memory: Option<u64>,
    /// The folder for `corpus/<target>` and `artifacts/<target>`; else `fuzz` in the checkout.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Sort the files in DIR, on which an engine stopped once, without searching.
    ///
    /// DIR has folders with the names of targets, as `fuzz/artifacts` has; or it is the folder of the one target that
    /// --target names. So the crash files of ClusterFuzz become one finding a fault too.
    #[arg(long, value_name = "DIR", conflicts_with_all = SEARCH)]
    pub(crate) replay: Option<PathBuf>,
    /// How many inputs each target is run with, seeds included, by each engine.
    ///
    /// Without --runs and --seconds it is searched for ten seconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) runs: Option<u64>,
    /// Build in a sanitizer, for unsafe code and decoders in C; about five times slower.
    #[arg(long, value_name = "SANITIZER", value_enum)]
    pub(crate) sanitizer: Option<Sanitizer>,
    /// How long each target is searched by each engine; shrinking comes on top.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) seconds: Option<f64>,
    /// What the inputs depend on; by default the clock. It is printed.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Search only those whose name matches; repeatable. `empty` and `planted_fault` have to be named exactly.
    #[arg(long, value_name = "GLOB")]
    pub(crate) target: Vec<String>,
    /// Seconds that a target may take for an input.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub(crate) timeout: f64,
}

/// Which engines search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChosenEngines {
    /// AFL++, a second opinion at a small part of the speed.
    Afl,
    /// First libFuzzer, then AFL++.
    Both,
    /// libFuzzer, the default.
    Libfuzzer,
}

/// What is built into the targets besides the engine.
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
    /// The whole record, as one object.
    Json,
    /// A table, and the findings.
    Text,
}

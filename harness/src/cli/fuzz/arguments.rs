//! What can be typed after `illformed fuzz`.

use crate::cli::args::seconds;
use crate::cli::fuzz::given::GivenArguments;
use crate::cli::own_decoder::OwnDecoderArguments;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What names decoders: with one of these they are asked as black boxes.
const BLACK_BOX: [&str; 6] = ["adapter", "bytes", "calls", "command", "decoder", "one_shot"];

/// What makes sense for a search alone.
const SEARCH: [&str; 6] = ["afl_seconds", "engine", "fork", "out", "runs", "seconds"];

#[derive(Debug, Args)]
#[command(next_display_order = None)]
pub(crate) struct FuzzArguments {
    /// Ask only adapters whose name matches; repeatable.
    #[arg(long, value_name = "GLOB")]
    pub(crate) adapter: Vec<String>,
    /// Targets: how long AFL++ searches each, in whole seconds; else as long as libFuzzer.
    #[arg(long, value_name = "SECONDS", conflicts_with_all = BLACK_BOX, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) afl_seconds: Option<u64>,
    /// Targets: the folder of the checkout; else the one around the current folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = BLACK_BOX)]
    pub(crate) checkout: Option<PathBuf>,
    /// Ask only decoders whose `adapter/decoder` matches; repeatable. '*' asks all that there are.
    #[arg(long, value_name = "GLOB")]
    pub(crate) decoder: Vec<String>,
    /// Targets: which engines search them.
    #[arg(long, value_name = "ENGINE", value_enum, conflicts_with_all = BLACK_BOX)]
    pub(crate) engine: Option<ChosenEngines>,
    /// How many findings of each decoder or target are shown in full.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) findings: usize,
    /// Targets: search each in N processes of libFuzzer's, which go on after a failure by themselves.
    ///
    /// Then the same seed does not give the same inputs. Without it libFuzzer is started again after a failure, with what
    /// is left of the budget, up to 24 times.
    #[arg(long, value_name = "N", conflicts_with_all = BLACK_BOX)]
    pub(crate) fork: Option<NonZeroUsize>,
    /// How to write what was found.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = FuzzFormat::Text)]
    pub(crate) format: FuzzFormat,
    /// How many adapters are asked, or targets searched, at the same time; else as many as there are processors.
    ///
    /// What is found does not depend on it.
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// The longest input in bytes [default: 160, and longer ones now and then; of a target 128, or 1024 if it reads text].
    ///
    /// Without a limit the search of a decoder makes long runs and far places too: the more inputs it has made, the longer
    /// they become, up to 262404 bytes. All of them together have about an eighth of the bytes of the short ones. With a
    /// limit more inputs are that long: from 192 on the ends of blocks are tried often, 128, 256 and on to 65536.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(crate) max_len: Option<u32>,
    /// MiB of memory that an adapter with all it starts [default: 2048], or a target [default: 1024], may use.
    ///
    /// That of an adapter is measured on Linux alone.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1 << 24))]
    pub(crate) max_memory: Option<u64>,
    /// Targets: the folder for `corpus/<target>` and `artifacts/<target>`; else `fuzz` in the checkout.
    #[arg(long, value_name = "DIR", conflicts_with_all = BLACK_BOX)]
    pub(crate) out: Option<PathBuf>,
    /// Targets: sort the files in DIR, on which an engine stopped once, without searching.
    ///
    /// DIR has folders with the names of targets, as `fuzz/artifacts` has; or it is the folder of the one target that
    /// --target names. So the crash files of ClusterFuzz become one finding a fault too.
    #[arg(long, value_name = "DIR", conflicts_with_all = BLACK_BOX, conflicts_with_all = SEARCH)]
    pub(crate) replay: Option<PathBuf>,
    /// How many inputs each decoder is asked, or each target is run with.
    ///
    /// Of a target the seeds count too, and each engine has so many; without --runs and --seconds it is searched for ten
    /// seconds. A decoder is then asked for ten seconds, or 1,000,000 inputs if that comes first. With --runs alone there is
    /// no limit of time, and the same seed gives the same findings on every machine: the table says how many executions
    /// there were, and --seed and --runs with these numbers make the search again.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) runs: Option<u64>,
    /// Targets: build in a sanitizer, for unsafe code and decoders in C; about five times slower.
    #[arg(long, value_name = "SANITIZER", value_enum, conflicts_with_all = BLACK_BOX)]
    pub(crate) sanitizer: Option<Sanitizer>,
    /// How long each decoder is asked, or each target searched by each engine; shrinking comes on top.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) seconds: Option<f64>,
    /// What the inputs depend on; by default the clock. It is printed.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Targets: search only those whose name matches; repeatable. `empty` and `planted_fault` have to be named exactly.
    #[arg(long, value_name = "GLOB", conflicts_with_all = BLACK_BOX)]
    pub(crate) target: Vec<String>,
    /// Seconds that an adapter may take for an answer [default: 5], or a target for an input [default: 10].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<f64>,
    #[command(flatten)]
    pub(crate) given: GivenArguments,
    #[command(flatten)]
    pub(crate) own: OwnDecoderArguments,
}

impl FuzzArguments {
    /// Whether decoders are asked, and not the targets of a checkout searched.
    pub(crate) fn names_decoders(&self) -> bool {
        let Self { adapter, decoder, own, given, .. } = self;
        let lists = [adapter, decoder];
        own.is_given() || !given.inputs.is_empty() || lists.iter().any(|list| !list.is_empty())
    }
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FuzzFormat {
    /// The whole record, as one object.
    Json,
    /// A table, and the findings.
    Text,
}

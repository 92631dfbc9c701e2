//! One of the two engines, with how targets are built for it and run.

use crate::engine::{Ended, afl, libfuzzer, run};
use crate::place::{root, target_folder};
use clap::ValueEnum;
use illformed_fuzz::property::Property;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    Afl,
    Libfuzzer,
}

/// An engine, and how targets are built and run with it.
#[derive(Clone)]
pub(crate) struct Engine {
    pub(crate) name: EngineName,
    /// Whether the address sanitizer is built in, by libFuzzer alone. Stable Rust takes it through `RUSTC_BOOTSTRAP`; it is
    /// for unsafe code and for decoders in C.
    pub(crate) address_sanitizer: bool,
    /// Whether our mutator is built in, by libFuzzer alone; without it the target is as `cargo fuzz init` sets it up.
    pub(crate) mutator: bool,
    /// The fault that is planted, if one is named; AFL++ then ends when it is found.
    pub(crate) fault: Option<String>,
    pub(crate) interrupted: Arc<AtomicBool>,
    /// Hears from several threads how far it is.
    pub(crate) progress: Arc<dyn Fn(&str) + Send + Sync>,
}

/// What an engine says of a search, as far as it has said it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub(crate) struct Figures {
    /// How many inputs were run, the seeds among them.
    pub(crate) executions: u64,
    /// How many inputs the engine keeps because they reach something new.
    pub(crate) corpus: u64,
    /// How much they reach: libFuzzer's features, which are edges with how often each is passed, or AFL++'s edges.
    pub(crate) features: u64,
}

/// One search of one target.
pub(crate) struct Search<'a> {
    pub(crate) property: &'a Property,
    /// The inputs to begin with. libFuzzer writes to the first folder what reaches something new.
    pub(crate) folders: &'a [PathBuf],
    /// Where what fails is written to.
    pub(crate) artifacts: &'a Path,
    /// Flags of the engine, after our own.
    pub(crate) flags: &'a [String],
}

impl Engine {
    pub(crate) fn new(name: EngineName, interrupted: &Arc<AtomicBool>) -> Self {
        let (interrupted, progress) = (Arc::clone(interrupted), Arc::new(|_: &str| {}));
        Self { name, address_sanitizer: false, mutator: true, fault: None, interrupted, progress }
    }

    /// Builds the target of `property`. Fails if it cannot be built.
    pub(crate) fn build(&self, property: &Property) -> Result<(), String> {
        let (feature, needs) = match self.name {
            EngineName::Afl => ("afl", "cargo afl build failed; it needs cargo install cargo-afl --locked"),
            EngineName::Libfuzzer => (
                "libfuzzer",
                "cargo fuzz build failed; it needs a C++ compiler, and cargo install cargo-fuzz --locked",
            ),
        };
        let plain = (!self.mutator).then_some("without-mutator");
        let features: Vec<&str> = [feature].into_iter().chain(plain).chain(property.feature).collect();
        let configure = |command: &mut Command| {
            if self.name == EngineName::Afl {
                command.args(["afl", "build", "--release", "-p", "illformed-fuzz", "--bin"]);
            } else {
                let sanitizer = if self.address_sanitizer { "address" } else { "none" };
                command.args(["fuzz", "build", "--sanitizer", sanitizer]);
                // To look at what is compared takes as long as all else in an execution, and the mutator knows it.
                command.args(self.mutator.then_some("--no-trace-compares"));
                command.envs(self.address_sanitizer.then_some(("RUSTC_BOOTSTRAP", "1")));
            }
            // A target that needs no feature is built without the rest of the project, in a fraction of the time.
            command.args([property.name, "--no-default-features", "--features", &features.join(",")]);
            command.arg("--target-dir").arg(self.folder()).current_dir(root());
        };
        let ended = run("cargo".as_ref(), configure, &self.interrupted, &mut |line| (self.progress)(line))?;
        if ended.is_success { Ok(()) } else { Err(format!("{}\n{needs}", ended.shown())) }
    }

    /// Makes `search`, whose target was built, and returns the figures. Fails if it cannot be started or a file cannot be
    /// written.
    pub(crate) fn search(&self, search: &Search<'_>) -> Result<(Figures, Ended), String> {
        let name = search.property.name;
        let hear =
            &mut |figures: Figures| (self.progress)(&format!("{name}: {} executions", figures.executions));
        match self.name {
            EngineName::Afl => afl::search(self, search, hear),
            EngineName::Libfuzzer => libfuzzer::search(self, search, hear),
        }
    }

    /// Where Cargo builds. Each way to build has a folder of its own: it would be built anew at each change between two.
    pub(crate) fn folder(&self) -> PathBuf {
        target_folder(match (self.name, self.address_sanitizer, self.mutator) {
            (EngineName::Afl, ..) => "afl",
            (_, true, _) => "address",
            (_, false, true) => "",
            (_, false, false) => "without-mutator",
        })
    }
}

//! The fuzz engines, each run by its own command of Cargo.

mod afl;
mod command;
mod libfuzzer;

pub(crate) use command::{Ended, run};

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
    /// libFuzzer with the address sanitizer, which stable Rust takes through `RUSTC_BOOTSTRAP`, for unsafe code and for
    /// decoders in C.
    #[value(skip)]
    Address,
    /// libFuzzer as `cargo fuzz init` sets it up, without our mutator and dictionary.
    #[value(skip)]
    Plain,
}

/// An engine, and how it is run.
#[derive(Clone)]
pub(crate) struct Engine {
    pub(crate) name: EngineName,
    /// Variables of the environment that the targets are run in.
    pub(crate) environment: Vec<(&'static str, String)>,
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

impl Engine {
    pub(crate) fn new(name: EngineName, interrupted: &Arc<AtomicBool>) -> Self {
        let (interrupted, progress) = (Arc::clone(interrupted), Arc::new(|_: &str| {}));
        Self { name, environment: Vec::new(), interrupted, progress }
    }

    /// The folder in which Cargo builds, Cargo's arguments, and the features of the target. Each way to build has a folder of its
    /// own: all would be built anew at each change between two.
    const fn setup(&self) -> (&'static str, &'static str, &'static str) {
        // To look at what is compared takes as long as all else in an execution, and our mutator knows it.
        match self.name {
            EngineName::Afl => ("afl", "afl build --release -p illformed-fuzz --bin", "afl"),
            EngineName::Libfuzzer => ("", "fuzz build --sanitizer none --no-trace-compares", "libfuzzer"),
            EngineName::Address => {
                ("address", "fuzz build --sanitizer address --no-trace-compares", "libfuzzer")
            }
            EngineName::Plain => {
                ("without-mutator", "fuzz build --sanitizer none", "libfuzzer,without-mutator")
            }
        }
    }

    fn folder(&self) -> PathBuf {
        target_folder(self.setup().0)
    }

    /// Builds the target of `property`. Fails if it cannot be built.
    pub(crate) fn build(&self, property: &Property) -> Result<(), String> {
        let (_, arguments, features) = self.setup();
        let features: Vec<&str> = [features].into_iter().chain(property.feature).collect();
        let configure = |command: &mut Command| {
            // A target that needs no feature is built without the rest of the project, in a fraction of the time.
            command.args(arguments.split(' ')).args([property.name, "--no-default-features"]);
            command.args(["--features", &features.join(",")]);
            command.arg("--target-dir").arg(self.folder()).current_dir(root());
            command.envs((self.name == EngineName::Address).then_some(("RUSTC_BOOTSTRAP", "1")));
        };
        let ended = run("cargo".as_ref(), configure, &self.interrupted, &mut |line| (self.progress)(line))?;
        let needs = if self.name == EngineName::Afl {
            "cargo afl build failed; it needs cargo install cargo-afl --locked"
        } else {
            "cargo fuzz build failed; it needs a C++ compiler, and cargo install cargo-fuzz --locked"
        };
        if ended.is_success { Ok(()) } else { Err(format!("{}\n{needs}", ended.shown())) }
    }

    /// Searches the target of `property`, which was built, and returns the figures. It begins with the inputs in `folders`; to
    /// the first of them libFuzzer writes what reaches something new. What fails is written to `artifacts`. The `flags` come after
    /// our own. Fails if it cannot be started or a file cannot be written.
    pub(crate) fn search(
        &self,
        property: &Property,
        folders: &[PathBuf],
        artifacts: &Path,
        flags: &[String],
    ) -> Result<(Figures, Ended), String> {
        let search = if self.name == EngineName::Afl { afl::search } else { libfuzzer::search };
        search(self, property, folders, artifacts, flags)
    }

    fn tell(&self, property: &Property, figures: Figures) {
        (self.progress)(&format!("{}: {} executions", property.name, figures.executions));
    }
}

//! libFuzzer, by `cargo fuzz`.

use crate::engine::{Ended, Figures, run};
use crate::place::{at, dictionary, root, target_folder};
use illformed_fuzz::property::{FAULT_VARIABLE, Property};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How targets are built and run with libFuzzer.
#[derive(Debug, Clone)]
pub(crate) struct LibFuzzer {
    /// Whether the address sanitizer is built in. Stable Rust takes it through `RUSTC_BOOTSTRAP`; it is for unsafe code and
    /// for decoders in C.
    pub(crate) address_sanitizer: bool,
    /// Whether our mutator is built in; without it the target is as `cargo fuzz init` sets it up.
    pub(crate) mutator: bool,
    /// The fault that is planted, if one is named.
    pub(crate) fault: Option<String>,
    pub(crate) interrupted: Arc<AtomicBool>,
}

impl LibFuzzer {
    pub(crate) fn new(interrupted: &Arc<AtomicBool>) -> Self {
        let interrupted = Arc::clone(interrupted);
        Self { address_sanitizer: false, mutator: true, fault: None, interrupted }
    }

    /// Builds the target of `property`. Fails if it cannot be built.
    pub(crate) fn build(&self, property: &Property, hear: &mut dyn FnMut(&str)) -> Result<(), String> {
        let sanitizer = if self.address_sanitizer { "address" } else { "none" };
        let mutator = if self.mutator { None } else { Some("without-mutator") };
        let features: Vec<&str> = ["libfuzzer"].into_iter().chain(mutator).chain(property.feature).collect();
        let configure = |command: &mut Command| {
            command.args(["fuzz", "build", "--sanitizer", sanitizer]);
            // A target that needs no feature is built without the rest of the project, in a fraction of the time.
            command.args(["--no-default-features", "--features", &features.join(",")]);
            // To look at what is compared takes as long as all else in an execution, and the mutator knows it.
            command.args(self.mutator.then_some("--no-trace-compares"));
            command.arg("--target-dir").arg(self.folder()).arg(property.name).current_dir(root());
            if self.address_sanitizer {
                command.env("RUSTC_BOOTSTRAP", "1");
            }
        };
        let ended = run("cargo".as_ref(), configure, &self.interrupted, hear)?;
        let needs = "cargo fuzz build failed; it needs a C++ compiler, and cargo install cargo-fuzz --locked";
        if ended.is_success { Ok(()) } else { Err(format!("{}\n{needs}", ended.shown())) }
    }

    /// Searches `property`, which was built, with libFuzzer's `flags` and returns the figures. It begins with the inputs in
    /// `folders`, and writes to the first what reaches something new; what fails is written to `artifacts`. Fails if it cannot
    /// be started.
    pub(crate) fn search(
        &self,
        property: &Property,
        (folders, artifacts): (&[PathBuf], &Path),
        flags: &[String],
        hear: &mut dyn FnMut(Figures),
    ) -> Result<(Figures, Ended), String> {
        let own = [
            format!("-max_len={}", property.seeds.max_len()),
            "-timeout=10".to_owned(),
            // The address sanitizer keeps what was freed.
            format!("-rss_limit_mb={}", if self.address_sanitizer { 4096 } else { 1024 }),
            "-print_final_stats=1".to_owned(),
        ];
        let dictionary = dictionary(property).filter(|_| self.mutator);
        let configure = |command: &mut Command| {
            command.args(own).args(dictionary.map(|path| joined("-dict=", &path)));
            // Of a flag that is given twice the last counts.
            command.args(flags).arg(joined("-artifact_prefix=", &artifacts.join(""))).args(folders);
            command.env("RUST_BACKTRACE", "0");
            command.envs(self.fault.iter().map(|fault| (FAULT_VARIABLE, fault)));
        };
        let mut figures = Figures::default();
        let program = self.program(property.name)?;
        let ended = run(program.as_ref(), configure, &self.interrupted, &mut |line| {
            let before = figures;
            figures.take(line);
            if figures != before {
                hear(figures);
            }
        })?;
        Ok((figures, ended))
    }

    /// The program of the target `name`, which was built.
    pub(crate) fn program(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.folder();
        let programs = fs::read_dir(&folder).map_err(at(&folder))?;
        // Between the two stands the machine that is built for.
        let mut programs = programs.flatten().map(|entry| entry.path().join("release").join(name));
        programs.find(|path| path.is_file()).ok_or_else(|| format!("{}: no {name}", folder.display()))
    }

    /// Each way to build has a folder of its own: it would be built anew at each change between two.
    fn folder(&self) -> PathBuf {
        target_folder(match (self.address_sanitizer, self.mutator) {
            (true, _) => "address",
            (false, true) => "",
            (false, false) => "without-mutator",
        })
    }
}

fn joined(flag: &str, path: &Path) -> OsString {
    [OsString::from(flag), path.into()].into_iter().collect()
}

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

impl Figures {
    /// Takes a line of libFuzzer's, such as `#64\tpulse  cov: 380 ft: 1400 corp: 60/1900b`. Lines of the processes that it
    /// forks stand among its own, with less in them: the greatest figures count.
    fn take(&mut self, line: &str) {
        let number = |word: &str| word.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok();
        let executions = match line.strip_prefix("stat::number_of_executed_units:") {
            Some(count) => number(count.trim()),
            None => line.strip_prefix('#').filter(|line| line.contains([':', '\t'])).and_then(number),
        };
        let Some(executions) = executions else { return };
        self.executions = self.executions.max(executions);
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(2) {
            match (pair[0], number(pair[1])) {
                ("ft:", Some(figure)) => self.features = self.features.max(figure),
                ("corp:", Some(figure)) => self.corpus = self.corpus.max(figure),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_the_greatest_and_other_lines_change_nothing() {
        let mut figures = Figures::default();
        let lines = "INFO: seed corpus: files: 74 min: 2b max: 512b total: 2838b rss: 27Mb\n\
            #64\tpulse  cov: 380 ft: 1400 corp: 60/1900b exec/s: 0 rss: 27Mb\n\
            #3991: cov: 439 ft: 2248 corp: 396 exec/s: 823 oom/timeout/crash: 0/0/2 time: 6s job: 2\n\
            INFO: log from the inner process:\n\
            #12\tNEW    cov: 3 ft: 4 corp: 5/6b exec/s: 0 rss: 27Mb\n#\n#x\tNEW\n###### Recommended dictionary. ######\n";
        lines.lines().for_each(|line| figures.take(line));
        assert_eq!(figures, Figures { executions: 3991, corpus: 396, features: 2248 });
        figures.take("stat::number_of_executed_units: 4017");
        assert_eq!(figures.executions, 4017);
    }
}

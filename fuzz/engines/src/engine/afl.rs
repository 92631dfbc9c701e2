//! AFL++, by `cargo afl`.

use crate::engine::{Ended, Figures, run};
use crate::place::{at, dictionary, root, target_folder};
use illformed_fuzz::corpus_files;
use illformed_fuzz::property::{FAULT_VARIABLE, Property};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fs, io};

/// AFL++ then runs on any machine and without a person: no screen, no advice on the machine, no processor of its own; and
/// a seed that fails is a find and not the end.
const ENVIRONMENT: [(&str, &str); 8] = [
    ("AFL_NO_UI", "1"),
    ("AFL_NO_COLOR", "1"),
    ("AFL_SKIP_CPUFREQ", "1"),
    ("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1"),
    ("AFL_NO_AFFINITY", "1"),
    ("AFL_IGNORE_SEED_PROBLEMS", "1"),
    ("AFL_CRASHING_SEEDS_AS_NEW_CRASH", "1"),
    // A machine that does other things too starts programs slowly.
    ("AFL_FORKSRV_INIT_TMOUT", "60000"),
];

/// How targets are built and run with AFL++.
#[derive(Debug, Clone)]
pub(crate) struct Afl {
    /// The fault that is planted, if one is named; the search ends when it is found.
    pub(crate) fault: Option<String>,
    pub(crate) interrupted: Arc<AtomicBool>,
}

impl Afl {
    pub(crate) fn new(interrupted: &Arc<AtomicBool>) -> Self {
        Self { fault: None, interrupted: Arc::clone(interrupted) }
    }

    /// Builds the target of `property`. Fails if it cannot be built.
    pub(crate) fn build(&self, property: &Property, hear: &mut dyn FnMut(&str)) -> Result<(), String> {
        let features: Vec<&str> = ["afl"].into_iter().chain(property.feature).collect();
        let configure = |command: &mut Command| {
            command.args(["afl", "build", "--release", "-p", "illformed-fuzz", "--bin", property.name]);
            command.args(["--no-default-features", "--features", &features.join(",")]);
            command.arg("--target-dir").arg(target_folder("afl")).current_dir(root());
        };
        let ended = run("cargo".as_ref(), configure, &self.interrupted, hear)?;
        let needs = "cargo afl build failed; it needs cargo install cargo-afl --locked";
        if ended.is_success { Ok(()) } else { Err(format!("{}\n{needs}", ended.shown())) }
    }

    /// Searches `property` from the inputs in `seeds` with AFL++'s `flags` and returns the figures, and the
    /// inputs that fail. All is written to `out`, which is emptied first: AFL++ would go on with what lies in it, and count it
    /// in. Fails if it cannot be started or a file cannot be written.
    pub(crate) fn search(
        &self,
        property: &Property,
        (seeds, out): (&[PathBuf], &Path),
        flags: &[String],
        hear: &mut dyn FnMut(Figures),
    ) -> Result<(Figures, Vec<Vec<u8>>, Ended), String> {
        // AFL++ takes one folder.
        let gathered = out.with_extension("seeds");
        gather(seeds, out, &gathered).map_err(at(out))?;
        let stats = out.join("default/fuzzer_stats");
        let figures = || Figures::of_stats(&fs::read_to_string(&stats).unwrap_or_default());
        let configure = |command: &mut Command| {
            command.args(["afl", "fuzz", "-i"]).arg(&gathered).arg("-o").arg(out);
            command.args(["-t", "10000", "-m", "1024", "-G", &property.seeds.max_len().to_string()]);
            if let Some(dictionary) = dictionary(property) {
                command.arg("-x").arg(dictionary);
            }
            command.args(flags).arg(target_folder("afl/release").join(property.name));
            command.envs(ENVIRONMENT);
            if let Some(fault) = &self.fault {
                command.env(FAULT_VARIABLE, fault).env("AFL_BENCH_UNTIL_CRASH", "1");
            }
        };
        let ended = run("cargo".as_ref(), configure, &self.interrupted, &mut |_| hear(figures()))?;
        let mut failing = Vec::new();
        for folder in ["default/crashes", "default/hangs"].map(|folder| out.join(folder)) {
            // It may have ended before it made the folder.
            if folder.is_dir() {
                let files = corpus_files(&folder).map_err(|error| error.to_string())?;
                failing.extend(files.into_iter().map(|file| file.bytes));
            }
        }
        Ok((figures(), failing, ended))
    }
}

fn gather(folders: &[PathBuf], out: &Path, gathered: &Path) -> io::Result<()> {
    for folder in [out, gathered] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
    }
    let mut number = 0;
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            // AFL++ refuses what is empty.
            if path.is_file() && path.metadata()?.len() > 0 {
                number += 1;
                fs::copy(&path, gathered.join(format!("{number:06}")))?;
            }
        }
    }
    if number == 0 {
        fs::write(gathered.join("letter"), "a")?;
    }
    Ok(())
}

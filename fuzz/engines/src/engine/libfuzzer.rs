//! One run of a target's program with libFuzzer in it.

use crate::engine::last_lines::LastLines;
use crate::engine::status::LibFuzzerStatus;
use crate::engine::watched::{Ended, Watched, limit_of};
use illformed::ask::adapter::OpenFailure;
use illformed::ask::adapter::process::Program;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{fs, io};

/// The exit code after an input that took longer than it may.
pub(crate) const TIMED_OUT: i32 = 70;
/// The exit code after an input that took more memory than it may.
pub(crate) const OUT_OF_MEMORY: i32 = 71;

/// What the engine itself may take beyond the time of the search: it reads the seeds, and ends only between inputs.
const ALLOWANCE: Duration = Duration::from_mins(2);

/// How many lines of its output are kept, from the end.
const KEPT_LINES: usize = 60;

/// What one input may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InputLimits {
    /// The longest input that is made, in bytes.
    pub(crate) max_len: usize,
    /// Whole seconds that one input may take.
    pub(crate) seconds: u64,
    /// MiB of memory that the program may take.
    pub(crate) memory_mib: u64,
}

/// What is to be searched, from where, and how long.
#[derive(Debug, Clone)]
pub(crate) struct LibFuzzerRun {
    /// The target's program, built with libFuzzer.
    pub(crate) program: PathBuf,
    /// The folder that finds are written to; it is made if it is not there. `None`: they are forgotten.
    pub(crate) corpus: Option<PathBuf>,
    /// Folders of inputs that are only read.
    pub(crate) seeds: Vec<PathBuf>,
    /// The folder that failing inputs are written to; it is made if it is not there. It should be this run's alone: what
    /// lies in it afterwards is what the run found.
    pub(crate) artifacts: PathBuf,
    /// Words that the mutator knows.
    pub(crate) dictionary: Option<PathBuf>,
    /// What one input may take.
    pub(crate) limits: InputLimits,
    /// After how many inputs it ends, the seeds among them; `None`: only the time counts.
    pub(crate) runs: Option<u64>,
    /// After how long it ends, in whole seconds; `None`: only the inputs count.
    pub(crate) seconds: Option<u64>,
    /// What the inputs depend on; 0 has the engine choose.
    pub(crate) seed: u32,
    /// How many processes search at the same time and go on after inputs that fail; `None`: it is one, which ends at the
    /// first.
    pub(crate) fork: Option<NonZeroUsize>,
    /// More of the engine's own flags, and files or folders.
    pub(crate) flags: Vec<OsString>,
    /// What is added to the environment.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// Set from outside when everything should end.
    pub(crate) interrupted: Arc<AtomicBool>,
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LibFuzzerOutcome {
    /// The engine's figures.
    pub(crate) status: LibFuzzerStatus,
    /// Inputs that failed, in the order of their names.
    pub(crate) artifacts: Vec<PathBuf>,
    /// How the program ended: [`CRASHED`] and its like after an input that failed, 0 at the end of its budget.
    pub(crate) ended: Ended,
    /// How long it took.
    pub(crate) took: Duration,
    /// The last lines that it wrote, a panic's message among them.
    pub(crate) last_lines: Vec<String>,
}

impl LibFuzzerRun {
    /// The program's arguments.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let InputLimits { max_len, seconds, memory_mib } = self.limits;
        let mut flags = vec![
            format!("-max_len={max_len}"),
            format!("-timeout={seconds}"),
            format!("-rss_limit_mb={memory_mib}"),
            format!("-seed={}", self.seed),
            "-print_final_stats=1".to_owned(),
        ];
        flags.extend(self.runs.map(|runs| format!("-runs={runs}")));
        flags.extend(self.seconds.map(|seconds| format!("-max_total_time={seconds}")));
        if let Some(processes) = self.fork {
            let unstoppable = ["-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"];
            flags.push(format!("-fork={processes}"));
            flags.extend(unstoppable.map(str::to_owned));
        }
        let with_path = |flag: &str, path: &Path, end: &str| {
            [OsString::from(flag), path.into(), end.into()].into_iter().collect::<OsString>()
        };
        let mut arguments: Vec<OsString> = flags.into_iter().map(OsString::from).collect();
        arguments.push(with_path("-artifact_prefix=", &self.artifacts, "/"));
        arguments.extend(self.dictionary.as_deref().map(|path| with_path("-dict=", path, "")));
        arguments.extend(self.flags.iter().cloned());
        // The first folder is written to.
        arguments.extend(self.corpus.iter().chain(&self.seeds).map(OsString::from));
        arguments
    }

    /// Runs the program to its end. `hear` gets the figures each time that they change. Fails if the program cannot be
    /// started or a folder cannot be made.
    pub(crate) fn run(
        &self,
        hear: &mut dyn FnMut(&LibFuzzerStatus),
    ) -> Result<LibFuzzerOutcome, OpenFailure> {
        let cannot = |folder: &Path, error: io::Error| {
            OpenFailure::Broken(format!("cannot make {}: {error}", folder.display()))
        };
        for folder in [&self.artifacts].into_iter().chain(&self.corpus) {
            fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
        }
        let watched = Watched {
            program: Program { executable: self.program.clone().into(), arguments: self.arguments() },
            environment: self.environment.clone(),
            input: None,
            folder: None,
            limit: limit_of(self.seconds, ALLOWANCE),
            interrupted: Arc::clone(&self.interrupted),
        };
        let began = Instant::now();
        let mut status = LibFuzzerStatus::default();
        let mut last_lines = LastLines::at_most(KEPT_LINES);
        let ended = watched.run(&mut |line| {
            let before = status;
            status.take(line);
            if status != before {
                hear(&status);
            }
            last_lines.push(line);
        })?;
        let took = began.elapsed();
        let artifacts = artifacts_in(&self.artifacts).map_err(|error| cannot(&self.artifacts, error))?;
        Ok(LibFuzzerOutcome { status, artifacts, ended, took, last_lines: last_lines.into() })
    }
}

/// The inputs in `folder` that an engine wrote because they failed, in the order of their names. A unit that was only slow
/// is none.
fn artifacts_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let failed = ["crash-", "timeout-", "oom-", "leak-"].iter().any(|kind| name.starts_with(kind));
        if failed && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

//! One run of a target's program by an engine: what both engines take and give. `libfuzzer` and `afl` say how each is
//! called.

use crate::engine::watched::{Ended, Watched, limit_of};
use illformed::ask::adapter::process::Program;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many lines of an engine's output are kept, from the end.
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

/// How long one engine searches one target: what comes first ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Budget {
    /// After how many inputs, the seeds among them.
    pub(crate) runs: Option<u64>,
    /// After how many whole seconds.
    pub(crate) seconds: Option<u64>,
}

/// A search of one target.
#[derive(Debug, Clone)]
pub(crate) struct EngineRun {
    /// The target's program, built with the engine.
    pub(crate) program: PathBuf,
    /// Folders of inputs that the search starts from; they are only read.
    pub(crate) seeds: Vec<PathBuf>,
    /// Words that the mutator knows.
    pub(crate) dictionary: Option<PathBuf>,
    pub(crate) limits: InputLimits,
    pub(crate) budget: Budget,
    /// The number that the inputs depend on. With 0, libFuzzer chooses one.
    pub(crate) seed: u32,
    /// What is added to the environment.
    pub(crate) environment: Vec<(&'static str, String)>,
    /// Set from outside when everything should end.
    pub(crate) interrupted: Arc<AtomicBool>,
}

/// The figures of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct EngineStatus {
    /// How many inputs were run, the seeds among them.
    pub(crate) executions: u64,
    /// How many inputs the engine keeps because they reach something new.
    pub(crate) corpus: u64,
    /// How much they reach: libFuzzer's features, which are edges with how often each is passed, or AFL++'s edges.
    pub(crate) features: u64,
    /// How many failing inputs were kept, as far as the engine counts them: AFL++ does.
    pub(crate) failing: u64,
}

/// An input that the engine kept because it failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FailingInput {
    pub(crate) path: PathBuf,
    /// Whether it took too long, as far as the engine's folders say: those of AFL++ do.
    pub(crate) hang: bool,
    /// After how many inputs it was found, if its name says so.
    pub(crate) execution: Option<u64>,
}

/// The outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EngineOutcome {
    pub(crate) status: EngineStatus,
    /// Whether the seeds were read: what fails before that is a seed.
    pub(crate) seeds_are_read: bool,
    /// In the order of their names.
    pub(crate) failing: Vec<FailingInput>,
    /// How the program ended: with 0 at the end of its budget.
    pub(crate) ended: Ended,
    /// The last lines that it wrote, a panic's message among them.
    pub(crate) last_lines: Vec<String>,
}

impl EngineOutcome {
    /// The last line that has anything in it.
    pub(crate) fn last_line(&self) -> &str {
        let last = self.last_lines.iter().rfind(|line| !line.trim().is_empty());
        last.map_or("it wrote nothing", String::as_str).trim()
    }
}

impl EngineRun {
    /// Runs `executable` to its end, which comes at most `allowance` after the budget's: an engine reads the seeds first,
    /// and ends only between inputs. Hands each line of its output to `hear`, and returns the last ones. Fails if it cannot
    /// be started.
    pub(super) fn watch(
        &self,
        executable: OsString,
        arguments: Vec<OsString>,
        environment: &[(&'static str, &str)],
        allowance: Duration,
        hear: &mut dyn FnMut(&str),
    ) -> Result<(Ended, Vec<String>), String> {
        let own = self.environment.iter().map(|(name, value)| (*name, value.as_str()));
        let variables = environment.iter().copied().chain(own);
        let watched = Watched {
            program: Program::new(executable, arguments),
            environment: variables.map(|(name, value)| (name.into(), value.into())).collect(),
            input: None,
            folder: None,
            limit: limit_of(self.budget.seconds, allowance),
            interrupted: Arc::clone(&self.interrupted),
        };
        let mut last_lines = VecDeque::new();
        let ended = watched.run(&mut |line| {
            hear(line);
            if last_lines.len() == KEPT_LINES {
                last_lines.pop_front();
            }
            last_lines.push_back(line.to_owned());
        });
        ended.map(|ended| (ended, last_lines.into())).map_err(|failure| failure.to_string())
    }
}

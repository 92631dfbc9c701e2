//! One run of a target's program with AFL++ around it.

use crate::engine::last_lines::LastLines;
use crate::engine::libfuzzer::InputLimits;
use crate::engine::watched::{Ended, Watched, limit_of};
use illformed::ask::adapter::OpenFailure;
use illformed::ask::adapter::process::Program;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{fs, io};

/// What makes AFL++ run anywhere and without a person: no screen, no advice on the machine, no processor of its own; and
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

/// What the engine may take beyond the time of the search: it runs each seed some times first.
const ALLOWANCE: Duration = Duration::from_mins(5);

/// How many lines of its output are kept, from the end.
const KEPT_LINES: usize = 30;

/// What is to be searched, from where, and how long.
#[derive(Debug, Clone)]
pub(crate) struct AflRun {
    /// The target's program, built with AFL++.
    pub(crate) program: PathBuf,
    /// Folders of inputs that the search starts from; they are only read.
    pub(crate) seeds: Vec<PathBuf>,
    /// The folder that everything is written to. What lies in it is taken away first: AFL++ would go on with it, and count
    /// it in.
    pub(crate) out: PathBuf,
    /// Words that the mutator knows.
    pub(crate) dictionary: Option<PathBuf>,
    /// What one input may take.
    pub(crate) limits: InputLimits,
    /// After how many inputs it ends; `None`: only the time counts.
    pub(crate) runs: Option<u64>,
    /// After how long it ends, in whole seconds; `None`: only the inputs count.
    pub(crate) seconds: Option<u64>,
    /// What the inputs depend on.
    pub(crate) seed: u32,
    /// Set from outside when everything should end.
    pub(crate) interrupted: Arc<AtomicBool>,
}

/// The figures of `fuzzer_stats`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct AflStatus {
    /// How many inputs were run.
    pub(crate) executions: u64,
    /// How many inputs are in the queue.
    pub(crate) corpus: u64,
    /// How many edges they reach.
    pub(crate) edges: u64,
    /// How many inputs that failed were kept.
    pub(crate) crashes: u64,
    /// How many inputs that took too long were kept.
    pub(crate) hangs: u64,
}

impl AflStatus {
    /// The figures in the text of a file `fuzzer_stats`; what is not in it is 0.
    ///
    /// ```
    /// # use crate::engine::AflStatus;
    /// let status = AflStatus::read("execs_done        : 45350\nedges_found       : 118\nsaved_crashes     : 2\n");
    /// assert_eq!((status.executions, status.edges, status.crashes, status.hangs), (45_350, 118, 2, 0));
    /// ```
    pub(crate) fn read(text: &str) -> Self {
        let mut status = Self::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
            let Ok(figure) = value.trim().parse() else { continue };
            match name.trim() {
                "execs_done" => status.executions = figure,
                "corpus_count" => status.corpus = figure,
                "edges_found" => status.edges = figure,
                "saved_crashes" => status.crashes = figure,
                "saved_hangs" => status.hangs = figure,
                _ => {}
            }
        }
        status
    }
}

/// An input that AFL++ kept because it failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AflArtifact {
    /// Its file.
    pub(crate) path: PathBuf,
    /// Whether it took too long.
    pub(crate) hang: bool,
    /// After how many inputs it was found, as its name says.
    pub(crate) execution: Option<u64>,
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AflOutcome {
    /// The engine's figures.
    pub(crate) status: AflStatus,
    /// Inputs that failed.
    pub(crate) artifacts: Vec<AflArtifact>,
    /// The folder of the inputs that reach something new.
    pub(crate) queue: PathBuf,
    /// How the program ended: 0 at the end of its budget.
    pub(crate) ended: Ended,
    /// How long it took.
    pub(crate) took: Duration,
    /// The last lines that it wrote.
    pub(crate) last_lines: Vec<String>,
}

impl AflRun {
    /// The words after `cargo`.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let InputLimits { max_len, seconds, memory_mib } = self.limits;
        let mut words: Vec<OsString> = ["afl", "fuzz", "-i"].map(OsString::from).to_vec();
        words.extend([self.seeds_folder().into(), "-o".into(), self.out.clone().into()]);
        let mut flag = |name: &str, value: String| words.extend([OsString::from(name), value.into()]);
        flag("-t", (seconds * 1000).to_string());
        flag("-m", memory_mib.to_string());
        flag("-G", max_len.to_string());
        flag("-s", self.seed.to_string());
        if let Some(runs) = self.runs {
            flag("-E", runs.to_string());
        }
        if let Some(seconds) = self.seconds {
            flag("-V", seconds.to_string());
        }
        words.extend(self.dictionary.iter().flat_map(|path| [OsString::from("-x"), path.into()]));
        words.push(self.program.clone().into());
        words
    }

    /// AFL++ takes one folder.
    fn seeds_folder(&self) -> PathBuf {
        self.out.with_extension("seeds")
    }

    /// Runs it to its end; `hear` is called now and then with the figures. Fails if it cannot be started or a file cannot
    /// be written.
    pub(crate) fn run(&self, hear: &mut dyn FnMut(&AflStatus)) -> Result<AflOutcome, OpenFailure> {
        let cannot = |error: io::Error| OpenFailure::Broken(format!("{}: {error}", self.out.display()));
        self.gather_seeds().map_err(cannot)?;
        let watched = Watched {
            program: Program { executable: "cargo".into(), arguments: self.arguments() },
            environment: ENVIRONMENT.map(|(name, value)| (name.into(), value.into())).to_vec(),
            input: None,
            folder: None,
            limit: limit_of(self.seconds, ALLOWANCE),
            interrupted: Arc::clone(&self.interrupted),
        };
        let began = Instant::now();
        let figures = || {
            let text = fs::read_to_string(self.out.join("default/fuzzer_stats")).unwrap_or_default();
            AflStatus::read(&text)
        };
        let mut last_lines = LastLines::at_most(KEPT_LINES);
        let ended = watched.run(&mut |line| {
            hear(&figures());
            last_lines.push(line);
        })?;
        let took = began.elapsed();
        let kept = |kind: &str, hang| kept_in(&self.out.join("default").join(kind), hang).map_err(cannot);
        let mut artifacts = kept("crashes", false)?;
        artifacts.extend(kept("hangs", true)?);
        let queue = self.out.join("default/queue");
        Ok(AflOutcome { status: figures(), artifacts, queue, ended, took, last_lines: last_lines.into() })
    }

    fn gather_seeds(&self) -> io::Result<()> {
        for folder in [&self.out, &self.seeds_folder()] {
            if folder.exists() {
                fs::remove_dir_all(folder)?;
            }
            fs::create_dir_all(folder)?;
        }
        let mut number = 0;
        for folder in &self.seeds {
            for entry in fs::read_dir(folder)? {
                let path = entry?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                // AFL++ refuses what is empty.
                if path.is_file() && !name.starts_with('.') && path.metadata()?.len() > 0 {
                    fs::copy(&path, self.seeds_folder().join(format!("{number:06}-{name}")))?;
                    number += 1;
                }
            }
        }
        Ok(())
    }
}

/// The inputs in a folder of AFL++'s, in the order of their numbers.
fn kept_in(folder: &Path, hang: bool) -> io::Result<Vec<AflArtifact>> {
    let mut found = Vec::new();
    // It may have ended before it made the folder.
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("id:") {
            found.push(AflArtifact { execution: execution(&name), path, hang });
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(found)
}

/// The number after `execs:` in a name such as `id:000000,sig:06,src:000001,time:12,execs:345,op:havoc`.
fn execution(name: &str) -> Option<u64> {
    name.split(',').find_map(|part| part.strip_prefix("execs:")?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_kept_input_says_when_it_was_found() {
        assert_eq!(execution("id:000000,sig:06,src:000001,time:12,execs:345,op:havoc,rep:2"), Some(345));
        assert_eq!(execution("id:000000,sig:06,orig:000003-overlong-nul"), None);
    }

    #[test]
    fn what_cannot_be_read_in_the_figures_is_none() {
        assert_eq!(AflStatus::read(""), AflStatus::default());
        let text = "execs_done        : many\nexecs_per_sec     : 12.5\nsaved_hangs       : 3\nno colon";
        assert_eq!(AflStatus::read(text), AflStatus { hangs: 3, ..AflStatus::default() });
    }
}

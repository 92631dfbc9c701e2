//! A run of a target's program with libFuzzer in it.

use crate::engine::run::{EngineOutcome, EngineRun, EngineStatus, FailingInput, InputLimits};
use crate::place::at;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

/// The exit code after an input that failed.
pub(crate) const CRASHED: i32 = 77;
/// The exit code after an input that took longer than it may.
pub(crate) const TIMED_OUT: i32 = 70;
/// The exit code after an input that took more memory than it may.
pub(crate) const OUT_OF_MEMORY: i32 = 71;

const ALLOWANCE: Duration = Duration::from_mins(2);

/// What libFuzzer takes besides what every engine does.
#[derive(Debug, Clone, Default)]
pub(crate) struct LibFuzzer {
    /// The folder that finds are written to; it is made if it is not there. `None`: they are forgotten.
    pub(crate) corpus: Option<PathBuf>,
    /// The folder that failing inputs are written to; it is made if it is not there. It should be this run's alone: what
    /// lies in it afterwards is what the run found.
    pub(crate) artifacts: PathBuf,
    /// How many processes search at the same time and go on after inputs that fail; `None`: it is one, which ends at the
    /// first.
    pub(crate) fork: Option<NonZeroUsize>,
    /// Instead of a search: copy into `corpus` a small set of the seeds that reaches all that they do and it does not.
    pub(crate) merges: bool,
}

impl EngineRun {
    /// Runs the program to its end. `hear` gets the figures each time that they change. Fails if the program cannot be
    /// started or a folder cannot be made.
    pub(crate) fn by_libfuzzer(
        &self,
        libfuzzer: &LibFuzzer,
        hear: &mut dyn FnMut(EngineStatus),
    ) -> Result<EngineOutcome, String> {
        let artifacts = &libfuzzer.artifacts;
        for folder in [artifacts].into_iter().chain(&libfuzzer.corpus) {
            fs::create_dir_all(folder).map_err(at(folder))?;
        }
        let mut figures = Figures::default();
        let arguments = self.libfuzzer_arguments(libfuzzer);
        let (ended, last_lines) =
            self.watch(self.program.clone().into(), arguments, &[], ALLOWANCE, &mut |line| {
                let before = figures.status;
                figures.take(line);
                if figures.status != before {
                    hear(figures.status);
                }
            })?;
        let failing = failing_in(artifacts).map_err(at(artifacts))?;
        let Figures { status, seeds_are_read, .. } = figures;
        Ok(EngineOutcome { status, seeds_are_read, failing, ended, last_lines })
    }

    fn libfuzzer_arguments(&self, libfuzzer: &LibFuzzer) -> Vec<OsString> {
        let InputLimits { max_len, seconds, memory_mib } = self.limits;
        let mut flags = vec![
            format!("-max_len={max_len}"),
            format!("-timeout={seconds}"),
            format!("-rss_limit_mb={memory_mib}"),
            format!("-seed={}", self.seed),
            "-print_final_stats=1".to_owned(),
        ];
        flags.extend(self.budget.runs.map(|runs| format!("-runs={runs}")));
        flags.extend(self.budget.seconds.map(|seconds| format!("-max_total_time={seconds}")));
        if let Some(processes) = libfuzzer.fork {
            let unstoppable = ["-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1"];
            flags.push(format!("-fork={processes}"));
            flags.extend(unstoppable.map(str::to_owned));
        }
        flags.extend(libfuzzer.merges.then(|| "-set_cover_merge=1".to_owned()));
        let with_path = |flag: &str, path: &Path, end: &str| {
            [OsString::from(flag), path.into(), end.into()].into_iter().collect::<OsString>()
        };
        let mut arguments: Vec<OsString> = flags.into_iter().map(OsString::from).collect();
        arguments.push(with_path("-artifact_prefix=", &libfuzzer.artifacts, "/"));
        arguments.extend(self.dictionary.as_deref().map(|path| with_path("-dict=", path, "")));
        // The first folder is written to.
        arguments.extend(libfuzzer.corpus.iter().chain(&self.seeds).map(OsString::from));
        arguments
    }
}

/// The inputs in `folder` that libFuzzer wrote because they failed, in the order of their names. A unit that was only slow
/// is none.
fn failing_in(folder: &Path) -> io::Result<Vec<FailingInput>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let failed = ["crash-", "timeout-", "oom-", "leak-"].iter().any(|kind| name.starts_with(kind));
        if failed && path.is_file() {
            found.push(FailingInput { path, hang: false, execution: None });
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(found)
}

/// The figures of one run, as of the lines that were read so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Figures {
    status: EngineStatus,
    seeds_are_read: bool,
    /// Whether the figures are of the fork mode, in which lines of other processes stand among them.
    forks: bool,
}

impl Figures {
    /// Takes a line of the output. Lines that have no figures change nothing.
    fn take(&mut self, line: &str) {
        if let Some(number) = line.strip_prefix("stat::number_of_executed_units: ") {
            // In fork mode it is said by a part of the search.
            if let (false, Ok(executions)) = (self.forks, number.trim().parse()) {
                self.status.executions = executions;
            }
            return;
        }
        let Some((count, rest)) = line.strip_prefix('#').and_then(|line| line.split_once(['\t', ':'])) else {
            return;
        };
        let Ok(executions) = count.parse() else { return };
        let of_forks = line.as_bytes().get(1 + count.len()) == Some(&b':');
        if self.forks && !of_forks {
            return;
        }
        self.forks = of_forks;
        self.status.executions = executions;
        self.seeds_are_read |= of_forks || !rest.starts_with("pulse");
        let words: Vec<&str> = rest.split_whitespace().collect();
        for pair in words.windows(2) {
            // A number may have its unit behind it, as in `48/1023b`.
            let digits = pair[1].split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            match (pair[0], digits.parse()) {
                ("ft:", Ok(figure)) => self.status.features = figure,
                ("corp:", Ok(figure)) => self.status.corpus = figure,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What decoders_agree printed with `-runs=100000`, without most of its lines.
    const SEARCH: &str = "\
WARNING: Failed to find function \"__sanitizer_print_stack_trace\".
Dictionary: 50 entries
INFO: Seed: 1
INFO: Loaded 1 modules   (1399 inline 8-bit counters): 1399 [0x557e3d5606a0, 0x557e3d560c17), \n\
INFO:       74 files found in corpus/bytes
INFO: seed corpus: files: 74 min: 2b max: 512b total: 2838b rss: 27Mb
#64\tpulse  cov: 380 ft: 1400 corp: 60/1900b exec/s: 0 rss: 27Mb
#75\tINITED cov: 385 ft: 1412 corp: 68/1954b exec/s: 0 rss: 27Mb
#98\tNEW    cov: 386 ft: 1444 corp: 76/2505b lim: 128 exec/s: 0 rss: 27Mb L: 128/128 MS: 1 CMP- DE: \"I\\000: 7\"-
#65536\tpulse  cov: 436 ft: 2222 corp: 380/23Kb lim: 128 exec/s: 1310 rss: 28Mb
#100000\tDONE   cov: 439 ft: 2246 corp: 394/25Kb lim: 128 exec/s: 1298 rss: 28Mb
###### Recommended dictionary. ######
\"\\377\\377\" # Uses: 55
Done 100000 runs in 77 second(s)
stat::number_of_executed_units: 100000
stat::average_exec_per_sec:     1298
stat::new_units_added:          1145";

    /// The same with `-fork=1`.
    const FORKS: &str = "\
INFO: -fork=1: 394 seed inputs, starting to fuzz in /tmp/libFuzzerTemp.FuzzWithFork21126.dir
#1522: cov: 439 ft: 2246 corp: 394 exec/s: 761 oom/timeout/crash: 0/0/0 time: 2s job: 1 dft_time: 0
#3991: cov: 439 ft: 2248 corp: 396 exec/s: 823 oom/timeout/crash: 0/0/2 time: 6s job: 2 dft_time: 0
INFO: log from the inner process:
#12\tNEW    cov: 3 ft: 4 corp: 5/6b exec/s: 0 rss: 27Mb
stat::number_of_executed_units: 12
INFO: exiting: 0 time: 6s";

    fn read(text: &str) -> Figures {
        let mut figures = Figures::default();
        text.lines().for_each(|line| figures.take(line));
        figures
    }

    #[test]
    fn the_last_line_counts_and_the_end_has_the_exact_number() {
        let status = EngineStatus { executions: 100_000, corpus: 394, features: 2246, failing: 0 };
        assert_eq!(read(SEARCH), Figures { status, seeds_are_read: true, forks: false });
        let crashed = SEARCH.replace("executed_units: 100000", "executed_units: 100417");
        assert_eq!(read(&crashed).status.executions, 100_417);
    }

    #[test]
    fn in_fork_mode_the_lines_of_inner_processes_do_not_count() {
        let expected = EngineStatus { executions: 3991, corpus: 396, features: 2248, failing: 0 };
        assert_eq!(read(FORKS).status, expected);
    }

    #[test]
    fn a_seed_that_fails_is_told_from_what_is_made_of_seeds() {
        let before: String = SEARCH.lines().take(7).flat_map(|line| [line, "\n"]).collect();
        assert!(!read(&before).seeds_are_read);
        assert!(read(SEARCH).seeds_are_read);
    }

    #[test]
    fn what_has_no_figures_changes_nothing() {
        for line in [
            "",
            "#",
            "#: cov: 1",
            "#x\tNEW",
            "#99999999999999999999\tNEW cov: 1",
            "# 1 \tcov: 2",
            "stat::number_of_executed_units: x",
        ] {
            assert_eq!(read(line), Figures::default(), "{line}");
        }
        assert_eq!(read("#5\tNEW cov: ft: 3 corp:").status.features, 3);
    }
}

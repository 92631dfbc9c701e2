//! A run of a target's program with AFL++ around it.

use crate::engine::run::{EngineOutcome, EngineRun, EngineStatus, FailingInput, InputLimits};
use crate::place::at;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
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

/// It runs each seed some times first.
const ALLOWANCE: Duration = Duration::from_mins(5);

/// The folder below `out` of the inputs that reach something new.
pub(crate) const QUEUE: &str = "default/queue";

impl EngineRun {
    /// Runs AFL++ to its end; `hear` gets the figures now and then. All is written to `out`, which is emptied first: AFL++
    /// would go on with what lies in it, and count it in. Fails if it cannot be started or a file cannot be written.
    pub(crate) fn by_afl(
        &self,
        out: &Path,
        hear: &mut dyn FnMut(EngineStatus),
    ) -> Result<EngineOutcome, String> {
        // AFL++ takes one folder.
        let seeds = out.with_extension("seeds");
        self.gather_seeds(out, &seeds).map_err(at(out))?;
        let figures =
            || read_figures(&fs::read_to_string(out.join("default/fuzzer_stats")).unwrap_or_default());
        let arguments = self.afl_arguments(&seeds, out);
        let (ended, last_lines) =
            self.watch("cargo".into(), arguments, &ENVIRONMENT, ALLOWANCE, &mut |_| hear(figures()))?;
        let mut failing = failing_in(&out.join("default/crashes"), false).map_err(at(out))?;
        failing.extend(failing_in(&out.join("default/hangs"), true).map_err(at(out))?);
        Ok(EngineOutcome { status: figures(), seeds_are_read: true, failing, ended, last_lines })
    }

    /// The words after `cargo`.
    fn afl_arguments(&self, seeds: &Path, out: &Path) -> Vec<OsString> {
        let InputLimits { max_len, seconds, memory_mib } = self.limits;
        let mut words: Vec<OsString> = ["afl", "fuzz", "-i"].map(OsString::from).to_vec();
        words.extend([seeds.into(), "-o".into(), out.into()]);
        let flags = [
            ("-t", Some(seconds * 1000)),
            ("-m", Some(memory_mib)),
            ("-G", Some(max_len as u64)),
            ("-s", Some(self.seed.into())),
            ("-E", self.budget.runs),
            ("-V", self.budget.seconds),
        ];
        for (flag, value) in flags {
            words.extend(value.into_iter().flat_map(|value| [flag.into(), value.to_string().into()]));
        }
        words.extend(self.dictionary.iter().flat_map(|path| [OsString::from("-x"), path.into()]));
        words.push(self.program.clone().into());
        words
    }

    fn gather_seeds(&self, out: &Path, gathered: &Path) -> io::Result<()> {
        for folder in [out, gathered] {
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
                    fs::copy(&path, gathered.join(format!("{number:06}-{name}")))?;
                    number += 1;
                }
            }
        }
        Ok(())
    }
}

/// The figures in the text of a file `fuzzer_stats`; what is not in it is 0.
fn read_figures(text: &str) -> EngineStatus {
    let mut status = EngineStatus::default();
    for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
        let Ok(figure) = value.trim().parse::<u64>() else { continue };
        match name.trim() {
            "execs_done" => status.executions = figure,
            "corpus_count" => status.corpus = figure,
            "edges_found" => status.features = figure,
            "saved_crashes" | "saved_hangs" => status.failing += figure,
            _ => {}
        }
    }
    status
}

/// The inputs in a folder of AFL++'s, in the order of their numbers.
fn failing_in(folder: &Path, hang: bool) -> io::Result<Vec<FailingInput>> {
    // It may have ended before it made the folder.
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    paths.sort();
    let named = paths.into_iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_prefix("id:")?.to_owned();
        Some(FailingInput { path, hang, execution: execution(&name) })
    });
    Ok(named.collect())
}

/// The number after `execs:` in a name such as `000000,sig:06,src:000001,time:12,execs:345,op:havoc`.
fn execution(name: &str) -> Option<u64> {
    name.split(',').find_map(|part| part.strip_prefix("execs:")?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_kept_input_says_when_it_was_found() {
        assert_eq!(execution("000000,sig:06,src:000001,time:12,execs:345,op:havoc,rep:2"), Some(345));
        assert_eq!(execution("000000,sig:06,orig:000003-overlong-nul"), None);
    }

    #[test]
    fn figures_are_read_from_the_lines_that_have_a_number() {
        assert_eq!(read_figures(""), EngineStatus::default());
        let text = "execs_done        : 45350\nedges_found       : 118\nsaved_crashes     : 2\nsaved_hangs       : 3\n";
        let expected =
            EngineStatus { executions: 45_350, features: 118, failing: 5, ..EngineStatus::default() };
        assert_eq!(read_figures(text), expected);
        let text = "execs_done        : many\nexecs_per_sec     : 12.5\nsaved_hangs       : 3\nno colon";
        assert_eq!(read_figures(text), EngineStatus { failing: 3, ..EngineStatus::default() });
    }
}

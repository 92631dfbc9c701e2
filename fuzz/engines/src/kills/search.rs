//! One search of an engine for one fault.

use crate::engine::{Budget, CRASHED, Ended, EngineOutcome, EngineRun, InputLimits, LibFuzzer};
use crate::place::at;
use illformed_fuzz::property::FAULT_VARIABLE;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// No fault takes longer inputs.
const LIMITS: InputLimits = InputLimits { max_len: 64, seconds: 10, memory_mib: 1024 };

/// The target with an engine in it, and what the engine is given.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    pub(crate) name: &'static str,
    pub(crate) program: PathBuf,
    pub(crate) dictionary: Option<PathBuf>,
    /// Set from outside when everything should end.
    pub(crate) interrupted: Arc<AtomicBool>,
}

/// The outcome of a search by libFuzzer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Found {
    /// How many inputs were executed, with the one that failed.
    pub(crate) executions: u64,
    /// Whether one failed.
    pub(crate) killed: bool,
}

impl Setup {
    /// Searches for `fault` with libFuzzer from an empty corpus, with `most` inputs. Fails if the search ends in another way
    /// than after them or with an input that shows the fault.
    pub(crate) fn by_libfuzzer(&self, fault: &str, seed: u32, most: u64) -> Result<Found, String> {
        let artifacts = tempfile::tempdir().map_err(|error| error.to_string())?;
        let run = self.run(fault, seed, Budget { runs: Some(most), seconds: None });
        let libfuzzer = LibFuzzer { artifacts: artifacts.path().to_owned(), ..LibFuzzer::default() };
        let outcome = run.by_libfuzzer(&libfuzzer, &mut |_| {})?;
        // A panic for another reason, such as the name of a fault that does not exist, is no kill.
        let says = |what: &str| outcome.last_lines.iter().any(|line| line.contains(what));
        let shown = says("planted_fault does not hold for") && !says("names no mutant");
        let executions = outcome.status.executions;
        match outcome.ended {
            Ended::Exited(0) if executions > 0 => Ok(Found { executions, killed: false }),
            Ended::Exited(CRASHED) if executions > 0 && shown => Ok(Found { executions, killed: true }),
            _ => Err(failed(fault, &outcome)),
        }
    }

    /// Whether AFL++ finds `fault` within so many seconds, from an input of one letter. All is written to `out`.
    pub(crate) fn by_afl(&self, fault: &str, seconds: u64, out: &Path) -> Result<bool, String> {
        let seeds = out.with_extension("first");
        fs::create_dir_all(&seeds).and_then(|()| fs::write(seeds.join("a"), "a")).map_err(at(&seeds))?;
        let mut run = self.run(fault, 1, Budget { runs: None, seconds: Some(seconds) });
        run.seeds = vec![seeds];
        run.environment.push(("AFL_BENCH_UNTIL_CRASH", "1".to_owned()));
        let outcome = run.by_afl(out, &mut |_| {})?;
        let killed = outcome.failing.iter().any(|found| !found.hang);
        if killed || outcome.ended == Ended::Exited(0) { Ok(killed) } else { Err(failed(fault, &outcome)) }
    }

    fn run(&self, fault: &str, seed: u32, budget: Budget) -> EngineRun {
        EngineRun {
            program: self.program.clone(),
            seeds: Vec::new(),
            dictionary: self.dictionary.clone(),
            limits: LIMITS,
            budget,
            seed,
            environment: vec![(FAULT_VARIABLE, fault.to_owned())],
            interrupted: Arc::clone(&self.interrupted),
        }
    }
}

fn failed(fault: &str, EngineOutcome { ended, last_lines, .. }: &EngineOutcome) -> String {
    let last = &last_lines[last_lines.len().saturating_sub(12)..];
    format!("the search for {fault} ended ({ended:?}); its last lines:\n{}", last.join("\n"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A program that says these words and ends with this code.
    fn searched(words: &str, code: i32) -> Result<Found, String> {
        let folder = tempfile::tempdir().expect("there is space for a folder");
        let program = folder.path().join("engine");
        fs::write(&program, format!("#!/bin/sh\ncat >&2 <<'END'\n{words}\nEND\nexit {code}\n"))
            .expect("the folder can be written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("the folder can be written");
        let interrupted = Arc::default();
        Setup { name: "fake", program, dictionary: None, interrupted }.by_libfuzzer("m01", 1, 100)
    }

    #[test]
    fn a_search_is_a_kill_a_survival_or_an_error() {
        let stats = "stat::number_of_executed_units: 42\nstat::average_exec_per_sec: 0";
        let panic = "planted_fault does not hold for c080: m01 accepts what is ill-formed";
        let found = searched(&format!("{panic}\n{stats}"), 77).unwrap();
        assert_eq!(found, Found { executions: 42, killed: true });
        assert_eq!(searched(stats, 0).unwrap(), Found { executions: 42, killed: false });
        let unknown = "planted_fault does not hold for : ILLFORMED_FAULT is \"m\", which names no mutant";
        for (words, code) in
            [(stats, 77), (panic, 77), (stats, 1), ("", 0), (&*format!("{unknown}\n{stats}"), 77)]
        {
            assert!(searched(words, code).is_err(), "{words} {code}");
        }
    }
}

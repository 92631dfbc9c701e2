//! One target with one engine, until its budget is used up: a failure is not the end.

use crate::engine::afl::QUEUE;
use crate::engine::build::Engine;
use crate::engine::libfuzzer::LibFuzzer;
use crate::engine::options::{EngineOptions, EngineProgress};
use crate::engine::record::TargetSearch;
use crate::engine::run::{Budget, EngineOutcome, EngineRun};
use crate::engine::seed_folder::SeedFolder;
use crate::engine::trial::Trial;
use crate::engine::watched::Ended;
use crate::place::at;
use illformed_fuzz::property::Property;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, io};
use tempfile::TempDir;

/// How often libFuzzer is started again after a failure. It mostly finds the same fault again; this many show enough of
/// the others.
const MOST_FAILURES: u32 = 24;

/// An input on which an engine stopped.
#[derive(Debug, Clone)]
pub(crate) struct Artifact {
    pub(crate) path: PathBuf,
    pub(crate) engine: Option<Engine>,
    /// After how many inputs it was found.
    pub(crate) execution: Option<u64>,
}

/// One target that is to be searched with one engine.
pub(crate) struct EngineSearch<'a> {
    pub(crate) options: &'a EngineOptions,
    pub(crate) property: Property,
    pub(crate) engine: Engine,
    pub(crate) budget: Budget,
    pub(crate) programs: &'a Path,
    /// The folder of those with libFuzzer, if they were built: with them what AFL++ finds is kept for the next search.
    pub(crate) libfuzzer_programs: Option<&'a Path>,
}

impl EngineSearch<'_> {
    /// Searches, and returns the row of the table and the failing inputs. An engine that fails is an entry in the row.
    pub(crate) fn run(&self) -> (TargetSearch, Vec<Artifact>) {
        let began = Instant::now();
        let budget = [
            self.budget.seconds.map(|seconds| format!("{seconds} s")),
            self.budget.runs.map(|runs| format!("{runs} inputs")),
        ];
        let budget: Vec<String> = budget.into_iter().flatten().collect();
        let what =
            format!("{}: searching with {}, {}", self.property.name, self.engine.name(), budget.join(" or "));
        (self.options.progress)(EngineProgress::Begins(&what));
        let mut row = TargetSearch {
            target: self.property.name.to_owned(),
            engine: self.engine.name().to_owned(),
            ..TargetSearch::default()
        };
        let mut artifacts = Vec::new();
        let outcome = match self.engine {
            Engine::LibFuzzer => self.by_libfuzzer(&mut row, &mut artifacts),
            Engine::Afl => self.by_afl(&mut row, &mut artifacts),
        };
        if let Err(why) = outcome {
            row.stopped = Some(why);
            row.broken = true;
        }
        row.artifacts = artifacts.len() as u64;
        row.milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        row.executions_per_second = row.executions.saturating_mul(1000) / row.milliseconds.max(1);
        (row, artifacts)
    }

    /// What both engines are given; `seeds` are folders.
    fn search(&self, programs: &Path, seeds: Vec<PathBuf>) -> EngineRun {
        let options = self.options;
        EngineRun {
            program: programs.join(self.property.name),
            seeds,
            dictionary: options.checkout.dictionary(&self.property),
            limits: options.limits(&self.property),
            budget: self.budget,
            seed: options.seed,
            environment: Vec::new(),
            interrupted: Arc::clone(&options.interrupted),
        }
    }

    /// The folder `kind` of this target, which is made if it is not there.
    fn folder(&self, kind: &str) -> Result<PathBuf, String> {
        let folder = self.options.out.join(kind).join(self.property.name);
        fs::create_dir_all(&folder).map_err(at(&folder)).map(|()| folder)
    }

    fn tell(&self, executions: u64, artifacts: usize) {
        let (target, engine) = (self.property.name, self.engine);
        (self.options.progress)(EngineProgress::Searching { target, engine, executions, artifacts });
    }

    fn by_libfuzzer(&self, row: &mut TargetSearch, artifacts: &mut Vec<Artifact>) -> Result<(), String> {
        let options = self.options;
        let (kept, corpus) = (self.folder("artifacts")?, self.folder("corpus")?);
        let max_len = options.limits(&self.property).max_len;
        let mut seeds = SeedFolder::new(options.checkout.seeds(&self.property), &corpus, max_len);
        let began = Instant::now();
        for round in 0_u32.. {
            let Some(budget) = self.left_of_budget(round, row.executions, began) else { return Ok(()) };
            let fresh = tempfile::Builder::new().prefix(".search-").tempdir_in(&kept).map_err(at(&kept))?;
            let run = EngineRun {
                budget,
                // The same seed would make the same inputs, and fail at the same.
                seed: options.seed.wrapping_add(round),
                // The message of a panic is wanted, and where it comes from is known.
                environment: vec![("RUST_BACKTRACE", "0".to_owned())],
                ..self.search(self.programs, seeds.folders())
            };
            let libfuzzer = LibFuzzer {
                corpus: Some(corpus.clone()),
                artifacts: fresh.path().to_owned(),
                fork: options.fork,
                merges: false,
            };
            let before = row.executions;
            let outcome = run.by_libfuzzer(&libfuzzer, &mut |status| {
                self.tell(before + status.executions, artifacts.len());
            })?;
            row.executions += outcome.status.executions;
            // What fails while the seeds are read has no figures.
            if outcome.seeds_are_read {
                (row.corpus, row.features) = (outcome.status.corpus, outcome.status.features);
            }
            let execution = options.fork.is_none().then_some(row.executions);
            for found in &outcome.failing {
                let failed = self.kept(&found.path, &kept, execution, artifacts).map_err(at(&found.path))?;
                if !outcome.seeds_are_read {
                    let others = self.seeds_that_fail(failed, &outcome, &mut seeds).map_err(at(&corpus))?;
                    for bytes in others {
                        let path = written(&bytes, &kept, "crash-seed").map_err(at(&kept))?;
                        artifacts.push(Artifact { path, engine: Some(self.engine), execution });
                    }
                }
            }
            match outcome.ended {
                Ended::Exited(0) | Ended::Interrupted => return Ok(()),
                _ if outcome.failing.is_empty() => {
                    return Err(format!("libFuzzer ended without an artifact: {}", outcome.last_line()));
                }
                // Forks go on by themselves.
                _ if options.fork.is_some() => return Ok(()),
                Ended::Exited(_) | Ended::Died(_) => {}
                Ended::Hung | Ended::Flooded => return Err("libFuzzer did not end in time".to_owned()),
            }
            let failures = round + 1;
            if failures == MOST_FAILURES {
                row.stopped = Some(format!("after {failures} inputs that fail, before its budget"));
                return Ok(());
            }
        }
        Ok(())
    }

    /// The budget of the search number `round` after that many executions; `None` when nothing is left.
    fn left_of_budget(&self, round: u32, executions: u64, began: Instant) -> Option<Budget> {
        let half_a_second = Duration::from_millis(500);
        let left = |all: u64| Duration::from_secs(all).saturating_sub(began.elapsed());
        let time = self.budget.seconds.map(left);
        let runs = self.budget.runs.map(|runs| runs.saturating_sub(executions));
        if round > 0 && (time.is_some_and(|time| time < half_a_second) || runs == Some(0)) {
            return None;
        }
        // The engine counts whole seconds, and none is no limit to it.
        let seconds = time.map(|time| (time + half_a_second).as_secs().max(1));
        Some(Budget { runs, seconds })
    }

    /// Moves an artifact from the folder of one run to `kept`, that of all, and returns its bytes. One of the same bytes has
    /// the same name, and is one.
    fn kept(
        &self,
        path: &Path,
        kept: &Path,
        execution: Option<u64>,
        artifacts: &mut Vec<Artifact>,
    ) -> io::Result<Vec<u8>> {
        let bytes = fs::read(path)?;
        let kept = kept.join(path.file_name().unwrap_or_default());
        fs::rename(path, &kept)?;
        if !artifacts.iter().any(|known| known.path == kept) {
            artifacts.push(Artifact { path: kept, engine: Some(self.engine), execution });
        }
        Ok(bytes)
    }

    /// Leaves `failed` out of the seeds, and all that fail as it did: by a panic, which this process survives.
    fn seeds_that_fail(
        &self,
        failed: Vec<u8>,
        outcome: &EngineOutcome,
        seeds: &mut SeedFolder,
    ) -> io::Result<Vec<Vec<u8>>> {
        let panicked = outcome.last_lines.iter().any(|line| line.contains(" panicked at "));
        let trial = Trial {
            property: self.property,
            program: None,
            limits: self.options.limits(&self.property),
            interrupted: Arc::clone(&self.options.interrupted),
        };
        seeds.leave_out(failed, &|bytes| panicked && trial.again(bytes).is_some())
    }

    fn by_afl(&self, row: &mut TargetSearch, artifacts: &mut Vec<Artifact>) -> Result<(), String> {
        let kept = self.folder("artifacts")?;
        // Beside the programs: it is made anew each time, and `cargo clean` takes it away.
        let out = self.programs.join("../searches").join(self.property.name);
        let run = self.search(self.programs, self.options.checkout.seeds(&self.property));
        let outcome = run.by_afl(&out, &mut |status| {
            self.tell(status.executions, usize::try_from(status.failing).unwrap_or(usize::MAX));
        })?;
        row.executions = outcome.status.executions;
        (row.corpus, row.features) = (outcome.status.corpus, outcome.status.features);
        for found in &outcome.failing {
            let kind = if found.hang { "timeout-afl" } else { "crash-afl" };
            let path = fs::read(&found.path)
                .and_then(|bytes| written(&bytes, &kept, kind))
                .map_err(at(&found.path))?;
            artifacts.push(Artifact { path, engine: Some(self.engine), execution: found.execution });
        }
        match outcome.ended {
            Ended::Exited(0) => self.keep(out.join(QUEUE)),
            Ended::Interrupted => Ok(()),
            _ => {
                let wrong = |line: &&String| line.contains("PROGRAM ABORT") || line.contains("SYSTEM ERROR");
                let wrong = outcome.last_lines.iter().rfind(wrong);
                Err(format!("AFL++ failed: {}", wrong.map_or(outcome.last_line(), |line| line.trim())))
            }
        }
    }

    /// Takes over from `queue` what reaches something that the corpus does not.
    fn keep(&self, queue: PathBuf) -> Result<(), String> {
        let Some(programs) = self.libfuzzer_programs else { return Ok(()) };
        let forgotten = TempDir::new().map_err(|error| error.to_string())?;
        let run = EngineRun { budget: Budget::default(), ..self.search(programs, vec![queue]) };
        let merge = LibFuzzer {
            corpus: Some(self.folder("corpus")?),
            artifacts: forgotten.path().to_owned(),
            fork: None,
            merges: true,
        };
        match run.by_libfuzzer(&merge, &mut |_| {})?.ended {
            Ended::Exited(0) | Ended::Interrupted => Ok(()),
            ended => Err(format!("what AFL++ found could not be merged into the corpus: {ended:?}")),
        }
    }
}

/// Writes an artifact whose file has no name of its own.
fn written(bytes: &[u8], folder: &Path, kind: &str) -> io::Result<PathBuf> {
    let digest = const_hex::encode(&Sha256::digest(bytes)[..20]);
    let path = folder.join(format!("{kind}-{digest}"));
    fs::write(&path, bytes)?;
    Ok(path)
}

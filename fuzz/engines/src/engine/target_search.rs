//! One target with one engine, until its budget is used up: a failure is not the end.

use crate::engine::afl::AflRun;
use crate::engine::build::Engine;
use crate::engine::libfuzzer::{InputLimits, LibFuzzerOutcome, LibFuzzerRun};
use crate::engine::options::{Budget, EngineOptions, EngineProgress};
use crate::engine::record::TargetSearch;
use crate::engine::seed_folder::SeedFolder;
use crate::engine::trial::Trial;
use crate::engine::watched::Ended;
use illformed::ask::temporary::TemporaryFolder;
use illformed_fuzz::property::Property;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, io};

/// How often libFuzzer is started again after a failure. It mostly finds the same fault again; this many show enough of
/// the others.
const MOST_FAILURES: usize = 24;

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
    /// The folder of the programs.
    pub(crate) programs: &'a Path,
    /// The folder of those with libFuzzer, if they were built: with them what AFL++ finds is kept for the next search.
    pub(crate) libfuzzer_programs: Option<&'a Path>,
}

impl EngineSearch<'_> {
    /// Searches, and says what was found. What goes wrong is said in the row.
    pub(crate) fn done(&self) -> (TargetSearch, Vec<Artifact>) {
        let began = Instant::now();
        let mut row = TargetSearch {
            target: self.property.name.to_owned(),
            engine: self.engine.name().to_owned(),
            executions: 0,
            executions_per_second: 0,
            corpus: 0,
            features: 0,
            artifacts: 0,
            findings: 0,
            milliseconds: 0,
            stopped: None,
            broken: false,
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

    fn limits(&self) -> InputLimits {
        InputLimits {
            max_len: self.options.max_len.unwrap_or(self.property.seeds.max_len()),
            seconds: self.options.input_seconds,
            memory_mib: self.options.memory_mib,
        }
    }

    fn by_libfuzzer(&self, row: &mut TargetSearch, artifacts: &mut Vec<Artifact>) -> Result<(), String> {
        let options = self.options;
        let name = self.property.name;
        let kept = options.out.join("artifacts").join(name);
        let corpus = options.out.join("corpus").join(name);
        for folder in [&kept, &corpus] {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let max_len = self.limits().max_len;
        let mut seeds = SeedFolder::new(options.checkout.seeds(&self.property), &corpus, max_len);
        let mut failures = 0;
        let began = Instant::now();
        for round in 0_u32.. {
            let fresh = tempfile::Builder::new().prefix(".search-").tempdir_in(&kept);
            let fresh = fresh.map_err(|error| format!("{}: {error}", kept.display()))?;
            let seconds = match self.budget.seconds.map(Duration::from_secs) {
                None => None,
                Some(all) => match all.saturating_sub(began.elapsed()) {
                    left if round > 0 && left < Duration::from_millis(500) => return Ok(()),
                    // The engine counts whole seconds, and none is no limit to it.
                    left => Some((left + Duration::from_millis(500)).as_secs().max(1)),
                },
            };
            let runs = match self.budget.runs {
                Some(runs) if round > 0 && runs <= row.executions => return Ok(()),
                runs => runs.map(|runs| runs - row.executions.min(runs)),
            };
            let run = LibFuzzerRun {
                program: self.programs.join(name),
                corpus: Some(corpus.clone()),
                seeds: seeds.folders(),
                artifacts: fresh.path().to_owned(),
                dictionary: options.checkout.dictionary(&self.property),
                limits: self.limits(),
                runs,
                seconds,
                // The same seed would make the same inputs, and fail at the same.
                seed: options.seed.wrapping_add(round),
                fork: options.fork,
                flags: Vec::new(),
                // The message of a panic is wanted, and where it comes from is known.
                environment: vec![("RUST_BACKTRACE".into(), "0".into())],
                interrupted: Arc::clone(&options.interrupted),
            };
            let before = row.executions;
            let outcome = run.run(&mut |status| {
                (options.progress)(EngineProgress::Searching {
                    target: name,
                    engine: self.engine,
                    executions: before + status.executions,
                    artifacts: artifacts.len(),
                });
            });
            let outcome = outcome.map_err(|failure| failure.to_string())?;
            row.executions += outcome.status.executions;
            // What fails while the seeds are read has no figures.
            if outcome.status.seeds_are_read {
                (row.corpus, row.features) = (outcome.status.corpus, outcome.status.features);
            }
            let execution = options.fork.is_none().then_some(row.executions);
            for path in &outcome.artifacts {
                let failed = self.kept(path, &kept, execution, artifacts);
                let failed = failed.map_err(|error| format!("{}: {error}", path.display()))?;
                if !outcome.status.seeds_are_read {
                    let others = self.seeds_that_fail(failed, &outcome, &mut seeds);
                    for bytes in others.map_err(|error| format!("{}: {error}", corpus.display()))? {
                        let path = written(&bytes, &kept, "crash-seed")
                            .map_err(|error| format!("{}: {error}", kept.display()))?;
                        artifacts.push(Artifact { path, engine: Some(self.engine), execution });
                    }
                }
            }
            match outcome.ended {
                Ended::Exited(0) | Ended::Interrupted => return Ok(()),
                _ if outcome.artifacts.is_empty() => {
                    let last = outcome.last_lines.iter().rfind(|line| !line.trim().is_empty());
                    return Err(format!(
                        "libFuzzer ended without an artifact: {}",
                        last.map_or("it wrote nothing", String::as_str)
                    ));
                }
                // Forks go on by themselves.
                _ if options.fork.is_some() => return Ok(()),
                Ended::Exited(_) | Ended::Died(_) => {}
                Ended::Hung | Ended::Flooded => return Err("libFuzzer did not end in time".to_owned()),
            }
            failures += 1;
            if failures == MOST_FAILURES {
                row.stopped = Some(format!("after {failures} inputs that fail, before its budget"));
                return Ok(());
            }
        }
        Ok(())
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

    /// Leaves `failed` out of the seeds, and what fails as it did: by a panic, which this process survives.
    fn seeds_that_fail(
        &self,
        failed: Vec<u8>,
        outcome: &LibFuzzerOutcome,
        seeds: &mut SeedFolder,
    ) -> io::Result<Vec<Vec<u8>>> {
        let panicked = outcome.last_lines.iter().any(|line| line.contains(" panicked at "));
        let trial = Trial {
            property: self.property,
            program: None,
            limits: self.limits(),
            interrupted: Arc::clone(&self.options.interrupted),
        };
        seeds.leave_out(failed, &|bytes| panicked && trial.again(bytes).is_some())
    }

    fn by_afl(&self, row: &mut TargetSearch, artifacts: &mut Vec<Artifact>) -> Result<(), String> {
        let options = self.options;
        let name = self.property.name;
        let kept = options.out.join("artifacts").join(name);
        fs::create_dir_all(&kept).map_err(|error| format!("{}: {error}", kept.display()))?;
        let run = AflRun {
            program: self.programs.join(name),
            seeds: options.checkout.seeds(&self.property),
            // Beside the programs: it is made anew each time, and `cargo clean` takes it away.
            out: self.programs.join("../searches").join(name),
            dictionary: options.checkout.dictionary(&self.property),
            limits: self.limits(),
            runs: self.budget.runs,
            seconds: self.budget.seconds,
            seed: options.seed,
            interrupted: Arc::clone(&options.interrupted),
        };
        let outcome = run.run(&mut |status| {
            (options.progress)(EngineProgress::Searching {
                target: name,
                engine: self.engine,
                executions: status.executions,
                artifacts: usize::try_from(status.crashes + status.hangs).unwrap_or(usize::MAX),
            });
        });
        let outcome = outcome.map_err(|failure| failure.to_string())?;
        row.executions = outcome.status.executions;
        (row.corpus, row.features) = (outcome.status.corpus, outcome.status.edges);
        for found in &outcome.artifacts {
            let kind = if found.hang { "timeout-afl" } else { "crash-afl" };
            let path = fs::read(&found.path)
                .and_then(|bytes| written(&bytes, &kept, kind))
                .map_err(|error| format!("{}: {error}", found.path.display()))?;
            artifacts.push(Artifact { path, engine: Some(self.engine), execution: found.execution });
        }
        match outcome.ended {
            Ended::Exited(0) => self.keep(&outcome.queue),
            Ended::Interrupted => Ok(()),
            _ => {
                let wrong = |line: &&String| line.contains("PROGRAM ABORT") || line.contains("SYSTEM ERROR");
                let lines = &outcome.last_lines;
                let last = lines.iter().rfind(wrong).or(lines.iter().rfind(|line| !line.trim().is_empty()));
                Err(format!("AFL++ failed: {}", last.map_or("it wrote nothing", String::as_str).trim()))
            }
        }
    }

    /// Takes over from `queue` what reaches something that the corpus does not.
    fn keep(&self, queue: &Path) -> Result<(), String> {
        let Some(programs) = self.libfuzzer_programs else { return Ok(()) };
        let forgotten = TemporaryFolder::new().map_err(|error| error.to_string())?;
        let run = LibFuzzerRun {
            program: programs.join(self.property.name),
            corpus: Some(self.options.out.join("corpus").join(self.property.name)),
            seeds: vec![queue.to_owned()],
            artifacts: forgotten.path().to_owned(),
            dictionary: None,
            limits: self.limits(),
            runs: None,
            seconds: None,
            seed: self.options.seed,
            fork: None,
            flags: vec!["-set_cover_merge=1".into()],
            environment: Vec::new(),
            interrupted: Arc::clone(&self.options.interrupted),
        };
        match run.run(&mut |_| {}).map_err(|failure| failure.to_string())?.ended {
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

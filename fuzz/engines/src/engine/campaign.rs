//! The search of several targets, and the sorting of what fails.

use crate::engine::bucket::{Buckets, Minimal};
use crate::engine::build::{Builder, Engine, SearchFailure};
use crate::engine::failure::{Failure, FailureKind};
use crate::engine::options::{EngineOptions, EngineProgress};
use crate::engine::record::{EngineRecord, TargetFinding, TargetSearch};
use crate::engine::target_search::{Artifact, EngineSearch};
use crate::engine::trial::Trial;
use crate::parallel::parallel;
use illformed_fuzz::corpus_files;
use illformed_fuzz::property::Property;
use illformed_judge::shown::quoted;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

type Programs = Vec<(Engine, PathBuf)>;

/// Builds the targets with the engines and searches each, several at a time. A target that fails, and an input that does,
/// are not the end. Fails if a tool is missing or a build fails.
pub(crate) fn search_targets(options: &EngineOptions) -> Result<EngineRecord, SearchFailure> {
    let engines = options.engines.iter().map(|(engine, _)| *engine);
    let programs = build(options, engines)?;
    Ok(each_target(
        options,
        |property| {
            let mut searches = Vec::new();
            let mut artifacts = Vec::new();
            for (engine, budget) in &options.engines {
                let (Some(of_engine), false) = (folder_of(&programs, *engine), is_interrupted(options))
                else {
                    continue;
                };
                let search = EngineSearch {
                    options,
                    property,
                    engine: *engine,
                    budget: *budget,
                    programs: of_engine,
                    libfuzzer_programs: folder_of(&programs, Engine::LibFuzzer),
                };
                let (row, found) = search.run();
                searches.push(row);
                artifacts.extend(found);
            }
            (searches, artifacts)
        },
        &programs,
    ))
}

/// Sorts files that failed once, in `folder` or in its folders that have a target's name, without searching. A folder of
/// another name belongs to the target, if only one is named. Builds the targets to try the files with. Fails if a tool
/// is missing, a build fails or a file cannot be read.
pub(crate) fn sort_artifacts(options: &EngineOptions, folder: &Path) -> Result<EngineRecord, SearchFailure> {
    let mut found = Vec::new();
    for property in &options.targets {
        let own = folder.join(property.name);
        let place = match &options.targets[..] {
            [_] if !own.is_dir() => folder,
            _ => &own,
        };
        let files = if place.exists() {
            corpus_files(place).map_err(|error| SearchFailure::Failed(error.to_string()))?
        } else {
            vec![]
        };
        let artifact = |path| Artifact { path, engine: None, execution: None };
        let artifacts: Vec<Artifact> = files.into_iter().map(|file| artifact(file.path)).collect();
        if !artifacts.is_empty() {
            found.push((property.name, artifacts));
        }
    }
    if found.is_empty() {
        return Err(SearchFailure::Failed(format!(
            "{}: no folder in it has the name of a target; for files of one target name it with --target",
            folder.display()
        )));
    }
    let programs = build(options, [Engine::LibFuzzer].into_iter())?;
    Ok(each_target(
        options,
        |property| {
            let own = found.iter().find(|(name, _)| *name == property.name);
            (Vec::new(), own.map(|(_, artifacts)| artifacts.clone()).unwrap_or_default())
        },
        &programs,
    ))
}

/// The folder of the programs with `engine`, if they were built.
fn folder_of(programs: &Programs, engine: Engine) -> Option<&Path> {
    programs.iter().find(|(built, _)| *built == engine).map(|(_, folder)| folder.as_path())
}

fn is_interrupted(options: &EngineOptions) -> bool {
    options.interrupted.load(Ordering::Relaxed)
}

fn build(options: &EngineOptions, engines: impl Iterator<Item = Engine>) -> Result<Programs, SearchFailure> {
    let builder = Builder {
        checkout: &options.checkout,
        address_sanitizer: options.address_sanitizer,
        mutator: true,
        interrupted: Arc::clone(&options.interrupted),
    };
    let names: Vec<&str> = options.targets.iter().map(|property| property.name).collect();
    let mut programs = Programs::new();
    for engine in engines {
        let what = format!("building the targets with {}; the first time it takes minutes", engine.name());
        (options.progress)(EngineProgress::Begins(&what));
        let hear = &mut |line: &str| (options.progress)(EngineProgress::Building(line));
        programs.push((engine, builder.build(engine, &names, hear)?));
    }
    Ok(programs)
}

/// Has `find` find artifacts of each target, several targets at a time, and sorts them.
fn each_target(
    options: &EngineOptions,
    find: impl Fn(Property) -> (Vec<TargetSearch>, Vec<Artifact>) + Sync,
    programs: &Programs,
) -> EngineRecord {
    let parts = parallel(&options.targets, options.jobs.get(), |property| {
        if is_interrupted(options) {
            return None;
        }
        let (mut searches, artifacts) = find(*property);
        let buckets = sorted(options, *property, &artifacts, programs);
        for search in &mut searches {
            search.findings = buckets.of_engine(&search.engine) as u64;
        }
        Some((searches, buckets, artifacts.len() as u64))
    });
    let mut record = EngineRecord {
        kind: EngineRecord::KIND,
        schema: EngineRecord::SCHEMA,
        seed: options.seed,
        complete: !is_interrupted(options),
        searches: Vec::new(),
        artifacts: 0,
        findings: Vec::new(),
    };
    let mut all = Buckets::default();
    for (searches, buckets, artifacts) in parts.into_iter().flatten() {
        record.searches.extend(searches);
        all.take_in(buckets);
        record.artifacts += artifacts;
    }
    record.findings = all.into_findings();
    record
}

/// The faults that `artifacts` of one target show.
fn sorted(
    options: &EngineOptions,
    property: Property,
    artifacts: &[Artifact],
    programs: &Programs,
) -> Buckets {
    let trial = |engine: Option<Engine>| Trial {
        property,
        program: programs
            .iter()
            .find(|(built, _)| engine.is_none_or(|engine| engine == *built))
            .map(|(built, folder)| (*built, folder.join(property.name))),
        limits: options.limits(&property),
        interrupted: Arc::clone(&options.interrupted),
    };
    if !artifacts.is_empty() {
        let what = format!("{}: making small what fails, {} inputs", property.name, artifacts.len());
        (options.progress)(EngineProgress::Begins(&what));
    }
    let mut buckets = Buckets::default();
    // The same bytes may lie in several files, and fail in the same way in each.
    let mut known: HashMap<(Option<Engine>, Vec<u8>), (Failure, bool)> = HashMap::new();
    for artifact in artifacts {
        let Ok(bytes) = fs::read(&artifact.path) else { continue };
        let finding = named(options, &property, artifact);
        let trial = trial(artifact.engine);
        let tried = known.entry((artifact.engine, bytes.clone())).or_insert_with(|| {
            trial.fails(&artifact.path, &bytes).unwrap_or_else(|| {
                let what = "it failed once, and not when it was tried again";
                (Failure::other(FailureKind::NotRepeated, what), false)
            })
        });
        let (failure, here) = tried.clone();
        if buckets.explain(&failure, &bytes, |known| known.take_in(finding.clone())) {
            continue;
        }
        let smallest = if here { trial.shrunk(&bytes, &failure.class) } else { bytes.clone() };
        // The smallest says it with its own numbers.
        let failure = if smallest == bytes { failure } else { trial.again(&smallest).unwrap_or(failure) };
        let finding = TargetFinding {
            kind: failure.kind.name().to_owned(),
            decoder: failure.decoder.clone(),
            class: failure.class.clone(),
            what: failure.what.clone(),
            input: const_hex::encode(&smallest),
            shrunk: smallest != bytes,
            ..finding
        };
        buckets.add(Minimal { property, failure, bytes: smallest, finding });
    }
    buckets
}

/// What is known of the finding that one artifact is, before it is tried.
fn named(options: &EngineOptions, property: &Property, artifact: &Artifact) -> TargetFinding {
    let root = options.checkout.root();
    let path = artifact.path.strip_prefix(root).unwrap_or(&artifact.path).to_string_lossy().into_owned();
    let word = quoted(&path);
    TargetFinding {
        property: property.name.to_owned(),
        artifacts: 1,
        engines: artifact.engine.iter().map(|engine| engine.name().to_owned()).collect(),
        first_execution: artifact.execution,
        replay: format!("cargo run -q -p illformed-engines -- replay --property {} {word}", property.name),
        promote: format!("cargo run -q -p illformed-engines -- promote {word}"),
        file: path,
        ..TargetFinding::default()
    }
}

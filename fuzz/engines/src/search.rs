//! The search of several targets, each within the same budget and on after what fails, and what it finds: one finding for
//! each fault.

mod finding;
mod text;

pub(crate) use finding::TargetFinding;
pub(crate) use text::record_text;

use crate::engine::{Engine, EngineName, Figures};
use crate::place::{afl_queue, at, seeds};
use crate::promote::PropertySearch;
use finding::merged;
use illformed::ask::adapter::process::Supervision;
use illformed::ask::parallel::parallel;
use illformed_fuzz::property::Property;
use illformed_fuzz::{CorpusFile, PropertyFailure, corpus_files};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// How the targets are searched.
pub(crate) struct Campaign {
    pub(crate) targets: Vec<Property>,
    pub(crate) engine: Engine,
    /// For so long each.
    pub(crate) seconds: u64,
    /// How many at the same time.
    pub(crate) jobs: usize,
    /// Flags for the engine, after our own.
    pub(crate) flags: Vec<String>,
    /// The folder in which `corpus/<target>` and `artifacts/<target>` are kept.
    pub(crate) out: PathBuf,
}

/// A search of some targets, or files of an earlier one that were sorted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Record {
    pub(crate) kind: &'static str,
    /// The number of this form of record.
    pub(crate) schema: u32,
    /// Whether it ran to its end, without an interrupt.
    pub(crate) complete: bool,
    /// Where targets were searched, one for each.
    pub(crate) searches: Vec<TargetSearch>,
    pub(crate) findings: Vec<TargetFinding>,
}

/// What came of one target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct TargetSearch {
    pub(crate) target: String,
    #[serde(flatten)]
    pub(crate) figures: Figures,
    pub(crate) milliseconds: u64,
    pub(crate) findings: usize,
    /// Why nothing was searched, or the failing inputs could not be tried.
    pub(crate) broken: Option<String>,
}

impl Campaign {
    /// Builds the targets and searches each.
    pub(crate) fn search(&self) -> Result<Record, String> {
        (self.engine.progress)("building the targets; the first time it takes minutes");
        self.targets.iter().try_for_each(|property| self.engine.build(property))?;
        let searched = parallel(&self.targets, self.jobs, |property| self.target(property));
        let (searches, found): (Vec<_>, Vec<_>) = searched.into_iter().unzip();
        Ok(self.record(searches, found.into_iter().flatten()))
    }

    /// Sorts files that failed once, in `folder` or in its folders that have a target's name, without searching. A folder of
    /// another name belongs to the target, if only one is named. Fails if a file cannot be read or tried.
    pub(crate) fn sort(&self, folder: &Path) -> Result<Record, String> {
        let (mut found, mut has_files) = (Vec::new(), false);
        for property in &self.targets {
            let own = folder.join(property.name);
            let place = if self.targets.len() == 1 && !own.is_dir() { folder } else { &own };
            if place.is_dir() {
                has_files = true;
                found.extend(self.findings(property, corpus_files(place)?, false)?);
            }
        }
        if !has_files {
            let words =
                "no folder in it has the name of a target; for files of one target name it with --target";
            return Err(format!("{}: {words}", folder.display()));
        }
        Ok(self.record(Vec::new(), found))
    }

    fn record(&self, searches: Vec<TargetSearch>, found: impl IntoIterator<Item = TargetFinding>) -> Record {
        let complete = !self.engine.interrupted.load(Ordering::Relaxed);
        Record { kind: "illformed-engines", schema: 2, complete, searches, findings: merged(found) }
    }

    fn target(&self, property: &Property) -> (TargetSearch, Vec<TargetFinding>) {
        let (began, mut figures) = (Instant::now(), Figures::default());
        let failing = self.searched(property, &mut figures);
        let milliseconds = began.elapsed().as_millis() as u64;
        let (findings, broken) = match failing.and_then(|files| self.findings(property, files, true)) {
            Ok(findings) => (findings, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let target = property.name.to_owned();
        (TargetSearch { target, figures, milliseconds, findings: findings.len(), broken }, findings)
    }

    /// What fails in a search, which has these `figures`. Fails if nothing was searched.
    fn searched(&self, property: &Property, figures: &mut Figures) -> Result<Vec<CorpusFile>, String> {
        let name = property.name;
        let [corpus, artifacts] = ["corpus", "artifacts"].map(|kind| self.out.join(kind).join(name));
        for folder in [&corpus, &artifacts] {
            fs::create_dir_all(folder).map_err(at(folder))?;
        }
        (self.engine.progress)(&format!("{name}: searching for {} s", self.seconds));
        let stamp = |file: &CorpusFile| {
            let written = fs::metadata(&file.path).and_then(|file| file.modified()).ok();
            (file.path.clone(), written)
        };
        let before: Vec<_> = corpus_files(&artifacts)?.iter().map(stamp).collect();
        let mut folders = seeds(property);
        let own = if self.engine.name == EngineName::Afl {
            format!("-V {}", self.seconds)
        } else {
            folders.insert(0, corpus);
            folders.push(afl_queue(property));
            // It then goes on after what fails, and leaves out seeds that do.
            let forks = "-fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1";
            format!("{forks} -max_total_time={}", self.seconds)
        };
        let flags: Vec<String> =
            own.split(' ').map(str::to_owned).chain(self.flags.iter().cloned()).collect();
        folders.retain(|folder| folder.is_dir());
        let ended;
        (*figures, ended) = self.engine.search(property, &folders, &artifacts, &flags)?;
        // What an earlier search left is not of this one.
        let mut failing = corpus_files(&artifacts)?;
        failing.retain(|file| !before.contains(&stamp(file)));
        let is_idle = figures.executions == 0 && failing.is_empty();
        if is_idle && !self.engine.interrupted.load(Ordering::Relaxed) {
            return Err(ended.shown());
        }
        Ok(failing)
    }

    /// The findings in `files`: one for each bucket of failures, by the smallest input. What fails nowhere is one if it `is_new`.
    fn findings(
        &self,
        property: &Property,
        mut files: Vec<CorpusFile>,
        is_new: bool,
    ) -> Result<Vec<TargetFinding>, String> {
        // What libFuzzer finds only slow does not fail.
        let name = |file: &CorpusFile| file.path.file_name().unwrap_or_default().to_owned();
        files.retain(|file| !name(file).as_encoded_bytes().starts_with(b"slow-unit-"));
        if files.is_empty() {
            return Ok(Vec::new());
        }
        (self.engine.progress)(&format!("{}: sorting {} inputs that fail", property.name, files.len()));
        // After an interrupt too: another ends it.
        let supervision = Supervision { max_crashes: 2_000, max_hangs: 20, ..Supervision::default() };
        let mut search = PropertySearch::open(*property, supervision)?;
        let flaky = PropertyFailure::new("engine", "failed once, and not when it was tried again", "");
        let flaky = is_new.then(|| flaky.of(property.name));
        // The first of a bucket is its smallest.
        files.sort_by(|one, other| (one.bytes.len(), &one.bytes).cmp(&(other.bytes.len(), &other.bytes)));
        let mut findings: Vec<TargetFinding> = Vec::new();
        for file in &files {
            let failure = search.failure(&file.bytes)?.or_else(|| self.in_program(property, file));
            let Some(failure) = failure.or_else(|| flaky.clone()) else { continue };
            let same = findings.iter_mut().find(|known| known.failure.bucket() == failure.bucket());
            if let Some(known) = same {
                known.artifacts += 1;
                continue;
            }
            let (smallest, failure) = search.smallest(&file.bytes, failure);
            findings.push(TargetFinding::new(property, failure, &smallest, &file.path));
        }
        Ok(merged(findings))
    }

    /// How the target's own program ends, in which more is checked than here, when it is given the one file.
    fn in_program(&self, property: &Property, file: &CorpusFile) -> Option<PropertyFailure> {
        if self.engine.name == EngineName::Afl {
            return None;
        }
        // It may write the same input once more.
        let forgotten = tempfile::tempdir().ok()?;
        let engine = Engine::new(self.engine.name, &Arc::default());
        let only = [file.path.clone()];
        let searched = engine.search(property, &only, forgotten.path(), &[]);
        let (_, ended) = searched.ok().filter(|(_, ended)| !ended.is_success)?;
        let failure = ended.last_lines.iter().find_map(|line| PropertyFailure::in_line(line));
        failure.or_else(|| {
            let summary = ended.last_lines.iter().find_map(|line| line.strip_prefix("SUMMARY: "))?;
            Some(PropertyFailure::new("program", summary, "").of(property.name))
        })
    }
}

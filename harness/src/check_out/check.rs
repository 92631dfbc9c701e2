//! Holding a folder to the rules.

use crate::adapter::command::End;
use crate::adapter::process::Supervision;
use crate::check_out::breach::{Breach, Rule};
use crate::check_out::build::{Build, Sanitizer};
use crate::check_out::folder::{OutFolder, OutTarget, is_good_name};
use crate::check_out::options::Options;
use crate::check_out::program::{ProgramFacts, has_entry_point, is_elf};
use crate::check_out::seed_corpus::{Seed, unpack};
use crate::check_out::start::{Started, start};
use crate::check_out::{dictionary, engine_output};
use crate::temporary::TemporaryFolder;
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The runs of a first start, and the fewest edges of an instrumented program: their numbers.
const RUNS: u64 = 4;
const LEAST_EDGES: u64 = 100;

/// The limits that their runner gives to each target.
const LIMITS: [&str; 2] = ["-rss_limit_mb=2560", "-timeout=25"];

/// What came of a target. What was not come to is not there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CheckedTarget {
    /// Its name.
    pub name: String,
    /// The edges that it is instrumented with.
    pub edges: Option<u64>,
    /// Its calls to the runtime of AddressSanitizer.
    pub asan_calls: Option<usize>,
    /// The files in its seed corpus.
    pub seeds: Option<usize>,
    /// The words of its dictionary.
    pub words: Option<usize>,
    /// The rules that it breaks.
    pub breaches: Vec<Breach>,
}

/// What came of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckedFolder {
    /// What the targets were to be built for.
    pub build: Build,
    /// Each target, in the order of their names.
    pub targets: Vec<CheckedTarget>,
    /// What is wrong with the folder as a whole.
    pub breaches: Vec<Breach>,
}

impl CheckedFolder {
    /// Whether no rule is broken.
    pub fn is_good(&self) -> bool {
        self.breaches.is_empty() && self.targets.iter().all(|target| target.breaches.is_empty())
    }
}

/// Holds what lies in `folder` to the rules for `build`, and hands over each target when it is done. Targets are started,
/// each within `supervision.answer_limit` and with nothing left of it; nothing is written into the folder. After an
/// interrupt the targets that are left are not checked, and break [`Rule::Starts`].
pub fn check_out(
    folder: &OutFolder,
    build: Build,
    supervision: &Supervision,
    each: &mut dyn FnMut(&CheckedTarget),
) -> CheckedFolder {
    let mut checked = CheckedFolder { build, targets: Vec::new(), breaches: Vec::new() };
    let shared: Vec<String> =
        folder.targets.iter().filter_map(|target| named_dictionary(folder, target)).collect();
    for target in &folder.targets {
        let bytes = fs::read(&target.path);
        let is_meant = |bytes: &Vec<u8>| target.executable || is_elf(bytes) || has_entry_point(bytes);
        if bytes.as_ref().is_ok_and(|bytes| !is_meant(bytes)) {
            // A dictionary may have any name; a program that somebody names as one is a target all the same.
            if shared.contains(&target.name) {
                continue;
            }
            checked
                .breaches
                .push(Breach::new(Rule::NothingElse, format!("{} belongs to no target", target.name)));
            continue;
        }
        let mut check = TargetCheck::new(folder, target, build, supervision);
        check.all(bytes);
        each(&check.checked);
        checked.targets.push(check.checked);
    }
    for name in folder.without_target(&shared) {
        checked.breaches.push(Breach::new(Rule::NothingElse, format!("{name} belongs to no target")));
    }
    // Beside a build for coverage their script puts the sources.
    let is_theirs = |what: &str| build.sanitizer == Sanitizer::Coverage && what == "a folder";
    for (name, what) in folder.others.iter().filter(|(_, what)| !is_theirs(what)) {
        checked.breaches.push(Breach::new(Rule::NothingElse, format!("{name} is {what}")));
    }
    if checked.targets.is_empty() {
        checked.breaches.push(Breach::new(Rule::SomeTarget, "no file in it is a target"));
    }
    checked
}

/// The dictionary that the options of a target name, if they can be read.
fn named_dictionary(folder: &OutFolder, target: &OutTarget) -> Option<String> {
    let text = fs::read(folder.companion(&target.name, ".options")?).ok()?;
    Options::read(&text).ok()?.dictionary().map(str::to_owned)
}

/// The check of one target.
struct TargetCheck<'a> {
    folder: &'a OutFolder,
    target: &'a OutTarget,
    build: Build,
    supervision: &'a Supervision,
    checked: CheckedTarget,
}

impl<'a> TargetCheck<'a> {
    fn new(folder: &'a OutFolder, target: &'a OutTarget, build: Build, supervision: &'a Supervision) -> Self {
        let checked = CheckedTarget { name: target.name.clone(), ..CheckedTarget::default() };
        Self { folder, target, build, supervision, checked }
    }

    fn broken(&mut self, rule: Rule, what: impl Into<String>) {
        self.checked.breaches.push(Breach::new(rule, what));
    }

    /// Checks what can be read, and then what can be run.
    fn all(&mut self, bytes: io::Result<Vec<u8>>) {
        if !is_good_name(&self.target.name) {
            self.broken(Rule::Name, "it has other characters than letters, digits, `_` and `-`");
        }
        let can_be_started = self.program(bytes);
        let mut flags = Vec::new();
        let options = self.options();
        flags.extend(options.arguments().map(OsString::from));
        if let Some(path) = self.dictionary(&options) {
            let mut flag = OsString::from("-dict=");
            flag.push(path);
            flags.push(flag);
        }
        let seeds = self.seeds();
        if can_be_started && let Err(error) = self.runs(&flags, seeds.as_deref()) {
            self.broken(Rule::Starts, format!("nowhere to start it: {error}"));
        }
    }

    /// Whether it is a program that may be started.
    fn program(&mut self, bytes: io::Result<Vec<u8>>) -> bool {
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => {
                self.broken(Rule::Program, format!("cannot be read: {error}"));
                return false;
            }
        };
        let facts = ProgramFacts::read(&bytes, self.build.architecture);
        if !self.target.executable {
            self.broken(Rule::Program, "nobody may execute it");
        }
        let has_entry_point = has_entry_point(&bytes);
        if !has_entry_point {
            self.broken(Rule::EntryPoint, "it does not contain LLVMFuzzerTestOneInput");
        }
        match facts {
            Ok(facts) => {
                self.checked.asan_calls = Some(facts.calls.address);
                self.checked.breaches.extend(facts.breaches(self.build));
                // What has no entry point may be any program, and is not started.
                self.target.executable && has_entry_point
            }
            Err(why) => {
                self.broken(Rule::Program, why);
                false
            }
        }
    }

    /// Its options, none if there are none or they cannot be read.
    fn options(&mut self) -> Options {
        let Some(path) = self.folder.companion(&self.target.name, ".options") else {
            return Options::default();
        };
        let read = fs::read(path).map_err(|error| error.to_string());
        read.and_then(|text| Options::read(&text).map_err(|fault| fault.to_string())).unwrap_or_else(|why| {
            self.broken(Rule::Options, why);
            Options::default()
        })
    }

    /// The path of its dictionary, if it has one that libFuzzer reads.
    fn dictionary(&mut self, options: &Options) -> Option<PathBuf> {
        let path = match options.dictionary() {
            Some(name) => {
                let path = self.target.path.with_file_name(name);
                if name.contains('/') || !path.is_file() {
                    self.broken(Rule::Options, format!("`dict` names {name}, which is not in the folder"));
                    return None;
                }
                path
            }
            None => self.folder.companion(&self.target.name, ".dict")?.to_owned(),
        };
        let read = fs::read(&path).map_err(|error| error.to_string());
        match read.and_then(|text| dictionary::words(&text).map_err(|fault| fault.to_string())) {
            Ok(words) if words.is_empty() => self.broken(Rule::Dictionary, "no word in it"),
            Ok(words) => {
                self.checked.words = Some(words.len());
                return std::path::absolute(path).ok();
            }
            Err(why) => self.broken(Rule::Dictionary, why),
        }
        None
    }

    /// Its seeds, if they can be unpacked.
    fn seeds(&mut self) -> Option<Vec<Seed>> {
        let Some(path) = self.folder.companion(&self.target.name, "_seed_corpus.zip") else {
            self.broken(Rule::SeedCorpus, format!("{}_seed_corpus.zip is not there", self.target.name));
            return None;
        };
        let read = fs::read(path).map_err(|error| error.to_string());
        match read.and_then(|archive| unpack(&archive)) {
            Ok(seeds) => {
                self.checked.seeds = Some(seeds.len());
                Some(seeds)
            }
            Err(why) => {
                self.broken(Rule::SeedCorpus, why);
                None
            }
        }
    }

    /// Starts it as their scripts do. Fails if there is no place to start it at.
    fn runs(&mut self, flags: &[OsString], seeds: Option<&[Seed]>) -> io::Result<()> {
        let place = TemporaryFolder::new()?;
        let seeds_at = place.path().join("seeds");
        for seed in seeds.unwrap_or_default() {
            let path = seeds_at.join(&seed.path);
            fs::create_dir_all(path.parent().unwrap_or(&seeds_at))?;
            fs::write(path, &seed.bytes)?;
        }
        // libFuzzer takes no notice of a file without bytes.
        let full = seeds.map(|seeds| seeds.iter().filter(|seed| !seed.bytes.is_empty()).count() as u64);
        if self.build.sanitizer == Sanitizer::Coverage {
            // It has no counters that a search could see; their report merges the corpus into an empty folder.
            let into = place.path().join("merged");
            fs::create_dir(&into)?;
            if full.is_some() {
                let arguments = arguments(&["-merge=1"], flags, &[&into, &seeds_at]);
                self.reads_seeds(place.path(), arguments, full, engine_output::merged_files);
            }
            return Ok(());
        }
        let first = format!("-runs={RUNS}");
        let Some(started) = self.started(place.path(), arguments(&["-seed=1337", &first], flags, &[])) else {
            return Ok(());
        };
        self.first_start(&started);
        if full.is_some() && started.end == End::Exited(0) {
            let arguments = arguments(&["-runs=0"], flags, &[&seeds_at]);
            self.reads_seeds(place.path(), arguments, full, engine_output::seed_files);
        }
        Ok(())
    }

    fn started(&mut self, place: &Path, arguments: Vec<OsString>) -> Option<Started> {
        let path = std::path::absolute(&self.target.path).unwrap_or_else(|_| self.target.path.clone());
        start(&path, arguments, place, self.supervision).map_err(|why| self.broken(Rule::Starts, why)).ok()
    }

    fn first_start(&mut self, started: &Started) {
        if started.end != End::Exited(0) {
            self.broken(Rule::Starts, self.how(started));
        } else if !engine_output::has_done(&started.output, RUNS) {
            self.broken(Rule::Starts, format!("it does not say that it has done {RUNS} runs"));
        }
        self.checked.edges = engine_output::edges(&started.output);
        match self.checked.edges {
            _ if engine_output::is_blind(&started.output) => {
                self.broken(Rule::Coverage, "it finds no interesting input: it is not instrumented");
            }
            Some(edges) if edges < LEAST_EDGES => {
                self.broken(
                    Rule::Coverage,
                    format!("{edges} edges, not {LEAST_EDGES}: it is instrumented in part"),
                );
            }
            None if started.end == End::Exited(0) => {
                self.broken(Rule::Coverage, "it tells no number of edges");
            }
            _ => {}
        }
    }

    fn reads_seeds(
        &mut self,
        place: &Path,
        arguments: Vec<OsString>,
        expected: Option<u64>,
        read: fn(&str) -> Option<u64>,
    ) {
        let Some(started) = self.started(place, arguments) else { return };
        let read = read(&started.output);
        if started.end != End::Exited(0) {
            self.broken(Rule::ReadsSeeds, self.how(&started));
        } else if read != expected {
            let [read, expected] = [read, expected].map(Option::unwrap_or_default);
            self.broken(Rule::ReadsSeeds, format!("it reads {read} of {expected} seeds that have bytes"));
        }
    }

    /// How it ended, and what it had to say of it.
    fn how(&self, started: &Started) -> String {
        let how = match &started.end {
            End::Exited(code) => format!("exited with code {code}"),
            End::Died(how) | End::UsedTooMuch(how) => how.clone(),
            End::Hung => format!("did not end in {} s", self.supervision.answer_limit.as_secs_f64()),
            End::WroteTooMuch(limit) => format!("wrote more than {limit} bytes"),
            End::Interrupted => "interrupted".to_owned(),
        };
        match engine_output::telling_line(&started.output) {
            Some(line) => format!("{how} ({line})"),
            None => how,
        }
    }
}

/// The arguments of a start. What the options say comes behind ours, as with them, and the limits before.
fn arguments(first: &[&str], flags: &[OsString], folders: &[&Path]) -> Vec<OsString> {
    let ours = LIMITS.iter().chain(first).map(|flag| OsString::from(*flag));
    ours.chain(flags.iter().cloned())
        .chain(folders.iter().map(|folder| folder.as_os_str().to_owned()))
        .collect()
}

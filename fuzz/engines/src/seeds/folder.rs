//! One folder of seeds: its files, the candidates, and one choice from them.

use crate::seeds::candidate::{Candidate, FOUND, name_of_find, of_vectors};
use crate::seeds::cover::{Reach, Reached, cover};
use crate::seeds::features::{Features, control_file, features};
use illformed_fuzz::corpus_files;
use illformed_fuzz::property::{ALL, Property, Seeds};
use illformed_vectors::{Kinds, Suite};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A search reads no more of an input.
const LONGEST: usize = 1024;

/// How often each input is run, each time in a process of its own: hash tables take other paths in each.
const RUNS: usize = 3;

/// Where everything is.
pub(crate) struct Folder {
    pub(crate) seeds: Seeds,
    /// The targets, built with libFuzzer.
    pub(crate) targets: PathBuf,
    pub(crate) corpus: PathBuf,
    /// What searches left: a folder a target, and `afl` with the same.
    pub(crate) found: PathBuf,
    /// Emptied, and written to.
    pub(crate) work: PathBuf,
}

/// What a choice changed in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    Added(String),
    Removed(String),
}

/// A choice.
#[derive(Debug)]
pub(crate) struct Round {
    /// By name.
    pub(crate) changes: Vec<Change>,
    pub(crate) by_hand: usize,
    pub(crate) chosen: usize,
    /// How many features the seeds reach now, over all targets.
    pub(crate) features: usize,
}

/// All inputs, no bytes twice.
struct Inputs {
    by_hand: Vec<Candidate>,
    /// Where others are chosen from, best first: what was chosen before, the vectors, what searches left.
    sources: [Vec<Candidate>; 3],
}

impl Folder {
    /// Chooses, and makes the folder so. Fails when something cannot be read, written or run, or when a property does not
    /// hold for an input.
    pub(crate) fn round(&self) -> Result<Round, String> {
        let inputs = self.inputs()?;
        let all: Vec<&Candidate> = inputs.by_hand.iter().chain(inputs.sources.iter().flatten()).collect();
        let before: BTreeMap<String, Vec<u8>> =
            inputs.sources[0].iter().map(|seed| (seed.name.clone(), seed.bytes.clone())).collect();
        let in_folder = inputs.by_hand.len() + before.len();
        let (mut reached, reach) = self.reach(&all, inputs.by_hand.len(), in_folder)?;
        let mut reach = reach.into_iter();
        let mut taken: HashSet<String> =
            inputs.by_hand.iter().map(|seed| seed.name.clone()).chain(before.keys().cloned()).collect();
        let mut chosen: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for source in &inputs.sources {
            let of_source: Vec<Reach> = reach.by_ref().take(source.len()).collect();
            for number in cover(&of_source, &mut reached) {
                let Candidate { name, bytes } = &source[number];
                let was_there = before.get(name) == Some(bytes);
                let numbered = (2..).map(|number| format!("{name}-{number}"));
                let mut names = std::iter::once(name.clone()).chain(numbered);
                let name =
                    if was_there { Some(name.clone()) } else { names.find(|name| !taken.contains(name)) };
                if let Some(name) = name {
                    taken.insert(name.clone());
                    chosen.insert(name, bytes.clone());
                }
            }
        }
        let changes = self.apply(&before, &chosen)?;
        let (by_hand, chosen) = (inputs.by_hand.len(), chosen.len());
        Ok(Round { changes, by_hand, chosen, features: reached.len() })
    }

    fn inputs(&self) -> Result<Inputs, String> {
        let mut vectors = of_vectors(self.seeds, Suite::embedded(), Kinds::embedded());
        let mut inputs = Inputs { by_hand: Vec::new(), sources: Default::default() };
        for seed in read(&self.corpus.join(self.seeds.folder()))? {
            if vectors.contains(&seed) || seed.name.starts_with(FOUND) {
                inputs.sources[0].push(seed);
            } else {
                inputs.by_hand.push(seed);
            }
        }
        // A file by hand may have the name of a vector of other bytes; the vector is then no candidate.
        vectors.retain(|vector| !inputs.by_hand.iter().any(|seed| seed.name == vector.name));
        inputs.sources[1] = vectors;
        for property in self.properties() {
            for folder in [self.found.clone(), self.found.join("afl")] {
                let folder = folder.join(property.name);
                let found = if folder.is_dir() { read(&folder)? } else { Vec::new() };
                let named = found.into_iter().map(|Candidate { bytes, .. }| Candidate {
                    name: name_of_find(self.seeds, &bytes),
                    bytes,
                });
                inputs.sources[2].extend(named);
            }
        }
        // The order depends on nothing but the bytes.
        let order = |one: &Candidate, other: &Candidate| {
            (one.bytes.len(), &one.bytes, &one.name).cmp(&(other.bytes.len(), &other.bytes, &other.name))
        };
        inputs.by_hand.sort_by(order);
        let mut seen: HashSet<Vec<u8>> = inputs.by_hand.iter().map(|seed| seed.bytes.clone()).collect();
        for source in &mut inputs.sources {
            source.sort_by(order);
            source.retain(|one| one.bytes.len() <= LONGEST && seen.insert(one.bytes.clone()));
        }
        Ok(inputs)
    }

    fn properties(&self) -> impl Iterator<Item = &'static Property> {
        let seeds = self.seeds;
        ALL.iter().filter(move |property| property.seeds == seeds)
    }

    /// What the first `by_hand` of `inputs` reach of all targets, and what each of the others does besides.
    ///
    /// Of the first `in_folder`, what any run of them reached counts; of the others only what each run did. So nothing is
    /// added for what happens now and then, nor removed for what once did not, and the choice comes to rest.
    fn reach(
        &self,
        inputs: &[&Candidate],
        by_hand: usize,
        in_folder: usize,
    ) -> Result<(HashSet<Reached>, Vec<Reach>), String> {
        if self.work.exists() {
            fs::remove_dir_all(&self.work).map_err(at(&self.work))?;
        }
        fs::create_dir_all(&self.work).map_err(at(&self.work))?;
        let mut paths = Vec::new();
        for (number, input) in inputs.iter().enumerate() {
            let path = self.work.join(format!("{number}"));
            fs::write(&path, &input.bytes).map_err(at(&path))?;
            paths.push(path);
        }
        let nothing = |input: &&Candidate| Reach { bytes: input.bytes.clone(), features: BTreeSet::new() };
        let mut reach: Vec<Reach> = inputs[by_hand..].iter().map(nothing).collect();
        let mut reached = HashSet::new();
        for (target, property) in self.properties().enumerate() {
            let mut runs = Vec::new();
            for _ in 0..RUNS {
                let found = self.run(property, inputs, &paths)?;
                reached.extend(found[..by_hand].iter().flatten().map(|feature| (target, *feature)));
                runs.push(found);
            }
            for (number, reach) in (by_hand..).zip(&mut reach) {
                let of_runs = || runs.iter().map(|run| run[number].iter().map(|feature| (target, *feature)));
                let new = of_runs().flatten().filter(|feature| !reached.contains(feature));
                let mut new: BTreeSet<Reached> = new.collect();
                if number >= in_folder {
                    new.retain(|feature| of_runs().all(|mut run| run.any(|other| other == *feature)));
                }
                reach.features.extend(new);
            }
        }
        Ok((reached, reach))
    }

    /// Runs `inputs`, which are in `paths`, with the inner half of libFuzzer's merge: it runs what a control file lists, and
    /// nothing else.
    fn run(
        &self,
        property: &Property,
        inputs: &[&Candidate],
        paths: &[PathBuf],
    ) -> Result<Vec<Features>, String> {
        let control = self.work.join(format!("{}.control", property.name));
        fs::write(&control, control_file(paths)).map_err(at(&control))?;
        let target = self.targets.join(property.name);
        let log = control.with_extension("log");
        let output = fs::File::create(&log).map_err(at(&log))?;
        let mut option = OsString::from("-merge_control_file=");
        option.push(&control);
        // An input that fails is told by the control file, whatever the exit code.
        Command::new(&target)
            .args(["-merge_inner=2", "-timeout=10", "-rss_limit_mb=1024"])
            .arg(option)
            .current_dir(&self.work)
            .stdout(Stdio::null())
            .stderr(output)
            .status()
            .map_err(at(&target))?;
        let text = fs::read_to_string(&control).map_err(at(&control))?;
        features(&text, inputs.len()).map_err(|number| {
            let input = inputs[number];
            format!(
                "{}: {} does not hold, or takes too long: {:02x?}",
                input.name, property.name, input.bytes
            )
        })
    }

    fn apply(
        &self,
        before: &BTreeMap<String, Vec<u8>>,
        chosen: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Vec<Change>, String> {
        let folder = self.corpus.join(self.seeds.folder());
        let mut changes = Vec::new();
        for name in before.keys().filter(|name| !chosen.contains_key(*name)) {
            let path = folder.join(name);
            fs::remove_file(&path).map_err(at(&path))?;
            changes.push(Change::Removed(name.clone()));
        }
        for (name, bytes) in chosen.iter().filter(|(name, bytes)| before.get(*name) != Some(*bytes)) {
            let path = folder.join(name);
            fs::write(&path, bytes).map_err(at(&path))?;
            changes.push(Change::Added(name.clone()));
        }
        Ok(changes)
    }
}

/// The inputs below `folder`, by their file names.
fn read(folder: &Path) -> Result<Vec<Candidate>, String> {
    let files = corpus_files(folder).map_err(|unreadable| unreadable.to_string())?;
    let named = files.into_iter().map(|file| {
        let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Candidate { name, bytes: file.bytes }
    });
    Ok(named.collect())
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

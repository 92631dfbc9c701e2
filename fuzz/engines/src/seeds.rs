//! `make corpus`: adds to the corpus what the seeds that were written by hand do not reach.
//!
//! For each folder of seeds, candidates are what was chosen before, what the vectors hold and what searches left in
//! `fuzz/corpus`, in this order. libFuzzer's `-set_cover_merge` takes a small set of those that reach something new in one of
//! the targets that start from the folder. It is asked again for what it took, until it takes all of it several times: what
//! a target does now and then, as with hash tables, is nothing to choose by. One that was chosen stays if it is taken once, and
//! goes if it is no longer needed; seeds by hand all stay. An engine reads copies and writes nowhere but in a temporary folder.
//!
//! The choice stands when it was made once more from what it made. It fails when it does not come to rest, or when a
//! property does not hold for an input, which is named.

mod candidate;

use crate::engine::Engine;
use crate::place::{afl_queue, at, inputs, root, write, write_all};
use candidate::{Candidate, FOUND, name_of_find, of_vectors};
use illformed_fuzz::property::{ALL, Property, Seeds};
use illformed_fuzz::{CorpusFile, corpus_files};
use illformed_vectors::Suite;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::{fs, iter};

/// A choice is the same when it is made again, unless a target does something at random.
const ROUNDS: usize = 6;

/// How many times in a row new inputs have all to be taken, and how often one that was chosen before is asked for.
const TIMES: usize = 3;

/// A search reads no more of an input.
const LONGEST: usize = 1024;

/// Chooses seeds for the folders of `corpus` with targets that `libfuzzer` has built. `told` gets a line for each change.
pub(crate) fn choose(libfuzzer: &Engine, corpus: &Path, told: &mut dyn FnMut(String)) -> Result<(), String> {
    for seeds in Seeds::ALL {
        let folder = Folder {
            seeds,
            properties: ALL.iter().filter(|property| property.seeds == seeds).collect(),
            libfuzzer,
            corpus: corpus.join(seeds.folder()),
        };
        let mut rounds = 0;
        while folder.round(told)? {
            rounds += 1;
            if rounds == ROUNDS {
                return Err(format!("{}: no rest after {ROUNDS} rounds", seeds.folder()));
            }
        }
    }
    Ok(())
}

/// One folder of seeds.
struct Folder<'a> {
    seeds: Seeds,
    properties: Vec<&'static Property>,
    libfuzzer: &'a Engine,
    corpus: PathBuf,
}

impl Folder<'_> {
    /// Chooses, and makes the folder so; returns whether anything changed. Fails when something cannot be read, written or
    /// run, or when a property does not hold for an input.
    fn round(&self, told: &mut dyn FnMut(String)) -> Result<bool, String> {
        let (by_hand, sources) = self.inputs()?;
        for candidate in by_hand.iter().chain(sources.iter().flatten()) {
            for property in &self.properties {
                let outcome = property.outcome(&candidate.bytes);
                outcome.map_err(|failure| format!("{}: {failure}", candidate.name))?;
            }
        }
        let mut kept: BTreeSet<&[u8]> = by_hand.iter().map(|seed| &*seed.bytes).collect();
        kept.extend(self.needed(&by_hand, &sources[0].iter().map(|seed| &*seed.bytes).collect())?);
        let mut chosen: BTreeSet<Candidate> = BTreeSet::new();
        for (number, source) in sources.iter().enumerate() {
            for property in self.properties.iter().filter(|_| number > 0) {
                let mut left: BTreeSet<&[u8]> = source.iter().map(|candidate| &*candidate.bytes).collect();
                left.retain(|bytes| !kept.contains(bytes));
                kept.extend(self.always_taken(property, &kept, left)?);
            }
            for seed in source.iter().filter(|seed| kept.contains(&*seed.bytes)) {
                let is_free = |name: &String| by_hand.iter().chain(&chosen).all(|seed| seed.name != *name);
                let numbered = (2..).map(|number| format!("{}-{number}", seed.name));
                let name = iter::once(seed.name.clone()).chain(numbered).find(is_free);
                chosen.extend(name.map(|name| Candidate { name, bytes: seed.bytes.clone() }));
            }
        }
        // What would be dropped beside the others the next time is not chosen.
        let all = chosen.clone();
        let needed = self.needed(&by_hand, &all.iter().map(|seed| &*seed.bytes).collect())?;
        chosen.retain(|seed| needed.contains(&*seed.bytes));
        let before: BTreeSet<Candidate> = sources[0].iter().cloned().collect();
        let folder = self.seeds.folder();
        for Candidate { name, .. } in before.difference(&chosen) {
            let path = self.corpus.join(name);
            fs::remove_file(&path).map_err(at(&path))?;
            told(format!("- {folder}/{name}"));
        }
        for Candidate { name, bytes } in chosen.difference(&before) {
            write(&self.corpus.join(name), bytes)?;
            told(format!("+ {folder}/{name}"));
        }
        if chosen == before {
            told(format!("{folder}: {} by hand, {} chosen", by_hand.len(), chosen.len()));
        }
        Ok(chosen != before)
    }

    /// Those of `seeds` that libFuzzer takes once at least beside those `by_hand`: what a target does now and then would change the
    /// choice for ever.
    fn needed<'b>(
        &self,
        by_hand: &'b [Candidate],
        seeds: &BTreeSet<&'b [u8]>,
    ) -> Result<BTreeSet<&'b [u8]>, String> {
        let mut kept: BTreeSet<&[u8]> = by_hand.iter().map(|seed| &*seed.bytes).collect();
        for property in &self.properties {
            let left = seeds - &kept;
            let passes = (0..TIMES).map(|_| self.taken(property, &kept, &left));
            let passes = passes.collect::<Result<Vec<_>, _>>()?;
            kept.extend(passes.into_iter().flatten());
        }
        Ok(seeds & &kept)
    }

    /// Those of `candidates` that libFuzzer takes however often it is asked for what it took. Of thousands some reach by chance
    /// three times what is reached now and then.
    fn always_taken<'b>(
        &self,
        property: &Property,
        kept: &BTreeSet<&[u8]>,
        mut candidates: BTreeSet<&'b [u8]>,
    ) -> Result<BTreeSet<&'b [u8]>, String> {
        let mut unchanged = 0;
        while unchanged < TIMES {
            let taken = self.taken(property, kept, &candidates)?;
            unchanged = if taken == candidates { unchanged + 1 } else { 0 };
            candidates = taken;
        }
        Ok(candidates)
    }

    /// Those of `candidates` that libFuzzer takes because they reach something in the target that `kept` do not.
    fn taken<'b>(
        &self,
        property: &Property,
        kept: &BTreeSet<&[u8]>,
        candidates: &BTreeSet<&'b [u8]>,
    ) -> Result<BTreeSet<&'b [u8]>, String> {
        if candidates.is_empty() {
            return Ok(BTreeSet::new());
        }
        let work = tempfile::tempdir().map_err(|error| error.to_string())?;
        let folders = ["kept", "candidates"].map(|name| work.path().join(name));
        write_all(&folders[0], kept)?;
        write_all(&folders[1], candidates)?;
        let flags = ["-set_cover_merge=1".to_owned(), format!("-max_len={LONGEST}")];
        let (_, ended) = self.libfuzzer.search(property, &folders, work.path(), &flags)?;
        if !ended.is_success {
            return Err(ended.shown());
        }
        let taken: HashSet<Vec<u8>> = inputs(&folders[0])?.into_iter().map(|file| file.bytes).collect();
        Ok(candidates.iter().copied().filter(|bytes| taken.contains(*bytes)).collect())
    }

    /// All inputs, no bytes twice: those by hand, and what others are chosen from, best first: what was chosen before, the
    /// vectors, what searches left.
    fn inputs(&self) -> Result<(Vec<Candidate>, [Vec<Candidate>; 3]), String> {
        let mut vectors = of_vectors(self.seeds, Suite::embedded());
        let is_chosen = |seed: &Candidate| vectors.contains(seed) || seed.name.starts_with(FOUND);
        let seeds = corpus_files(&self.corpus)?.into_iter().map(|CorpusFile { path, bytes }| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Candidate { name, bytes }
        });
        let (before, by_hand): (Vec<_>, Vec<_>) = seeds.partition(is_chosen);
        // A file by hand may have the name of a vector of other bytes; the vector is then no candidate.
        vectors.retain(|vector| by_hand.iter().all(|seed| seed.name != vector.name));
        let mut finds = Vec::new();
        for property in &self.properties {
            let found = root().join("fuzz/corpus").join(property.name);
            for folder in [found, afl_queue(property)] {
                finds.extend(inputs(&folder)?);
            }
        }
        let of_find = |CorpusFile { bytes, .. }| Candidate { name: name_of_find(self.seeds, &bytes), bytes };
        let finds = finds.into_iter().map(of_find).collect();
        let mut seen: HashSet<Vec<u8>> = by_hand.iter().map(|seed| seed.bytes.clone()).collect();
        let sources = [before, vectors, finds].map(|mut source| {
            // The order depends on nothing but the bytes; of two that reach the same the shorter comes first.
            source.sort();
            source
                .sort_by(|one, other| (one.bytes.len(), &one.bytes).cmp(&(other.bytes.len(), &other.bytes)));
            source.retain(|one| one.bytes.len() <= LONGEST && seen.insert(one.bytes.clone()));
            source
        });
        Ok((by_hand, sources))
    }
}

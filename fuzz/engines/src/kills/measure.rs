//! All searches of a measure, two at a time. Finished ones are kept in a file as they come, so that a run that was
//! interrupted goes on.

use crate::engine::LibFuzzer;
use crate::kills::fault::Fault;
use crate::kills::search::{Found, TARGET, by_libfuzzer};
use crate::kills::table::Row;
use crate::parallel::parallel;
use crate::place::at;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many searches there are at the same time; a count of executions does not depend on it.
const AT_ONCE: usize = 2;

/// A finished search: a line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// A digest of the target's program.
    build: String,
    fault: String,
    seed: u32,
    /// The budget, in inputs.
    most: u64,
    #[serde(flatten)]
    found: Found,
}

/// The figures of all `faults` with each of `seeds`, at most `most` executions each, by our set-up and the plain one. What is
/// in the file at `path` already is not measured again, unless the program is another. Fails at the first search that fails.
pub(crate) fn measure(
    setups: [&LibFuzzer; 2],
    faults: &[Fault],
    seeds: &[u32],
    most: u64,
    path: &Path,
) -> Result<Vec<Row>, String> {
    let known = entries(path).map_err(at(path))?;
    let mut jobs = Vec::new();
    for (number, setup) in setups.into_iter().enumerate() {
        let program = setup.program(TARGET)?;
        let build = const_hex::encode(&Sha256::digest(fs::read(&program).map_err(at(&program))?)[..16]);
        for seed in seeds {
            jobs.extend(faults.iter().map(|fault| (number, build.clone(), fault.name, *seed)));
        }
    }
    let has_failed = AtomicBool::new(false);
    let found = parallel(&jobs, AT_ONCE, |(number, build, fault, seed)| {
        let is_this = |entry: &&Entry| {
            (&entry.build, &*entry.fault, entry.seed, entry.most) == (build, *fault, *seed, most)
        };
        if let Some(entry) = known.iter().find(is_this) {
            return Ok(Some(entry.found));
        }
        if has_failed.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let found = by_libfuzzer(setups[*number], fault, *seed, most);
        has_failed.fetch_or(found.is_err(), Ordering::Relaxed);
        let found = found?;
        let entry = Entry { build: build.clone(), fault: (*fault).to_owned(), seed: *seed, most, found };
        append(path, &entry).map_err(at(path)).map(|()| Some(found))
    });
    let found: Vec<Option<Found>> = found.into_iter().collect::<Result<_, String>>()?;
    let of = |setup: usize, fault: &Fault| {
        let searches = jobs.iter().zip(&found);
        let own = searches.filter(|((number, _, name, _), _)| (*number, *name) == (setup, fault.name));
        own.filter_map(|(_, found)| *found).collect()
    };
    let row = |fault: Fault| Row { ours: of(0, &fault), plain: of(1, &fault), fault };
    Ok(faults.iter().cloned().map(row).collect())
}

/// What is in the file, if it is there. A line that was cut is left out.
fn entries(path: &Path) -> io::Result<Vec<Entry>> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        text => Ok(text?.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()),
    }
}

/// Adds a line, after whatever was cut, in one write.
fn append(path: &Path, entry: &Entry) -> io::Result<()> {
    let line = format!("\n{}\n", serde_json::to_string(entry)?);
    OpenOptions::new().create(true).append(true).open(path)?.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_is_there_again_and_what_was_cut_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger");
        let entry = |seed| {
            let found = Found { executions: 7, killed: true };
            Entry { build: "ours".to_owned(), fault: "m01".to_owned(), seed, most: 9, found }
        };
        assert_eq!(entries(&path).unwrap(), []);
        append(&path, &entry(1)).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}{{\"build\":\"ours\",\"fault\":\"m01\",\"seed\":2,\"mo")).unwrap();
        append(&path, &entry(3)).unwrap();
        assert_eq!(entries(&path).unwrap(), [entry(1), entry(3)]);
    }
}

//! What was measured, kept in a file as it comes, so that a run that was broken off goes on.

use crate::kills::search::Found;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Which search a figure is of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    /// The name of the set-up, and its build.
    pub(crate) setup: String,
    pub(crate) fault: String,
    pub(crate) seed: u32,
    pub(crate) most: u64,
}

/// The figures there are: a line each, its words between tabs.
#[derive(Debug)]
pub(crate) struct Ledger {
    file: File,
    found: BTreeMap<Key, Found>,
}

impl Ledger {
    /// The figures in the file at `path`, which is made if it is not there. A line that was cut is measured again.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let text = fs::read_to_string(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file)?;
        }
        Ok(Self { file, found: text.lines().filter_map(entry).collect() })
    }

    pub(crate) fn get(&self, key: &Key) -> Option<Found> {
        self.found.get(key).copied()
    }

    pub(crate) fn insert(&mut self, key: Key, found: Found) -> io::Result<()> {
        let Found { executions, killed } = found;
        let Key { setup, fault, seed, most } = &key;
        writeln!(self.file, "{setup}\t{fault}\t{seed}\t{most}\t{executions}\t{killed}")?;
        self.found.insert(key, found);
        Ok(())
    }
}

fn entry(line: &str) -> Option<(Key, Found)> {
    let words: Vec<&str> = line.split('\t').collect();
    let [setup, fault, seed, most, executions, killed] = words[..] else { return None };
    let key = Key {
        setup: setup.to_owned(),
        fault: fault.to_owned(),
        seed: seed.parse().ok()?,
        most: most.parse().ok()?,
    };
    Some((key, Found { executions: executions.parse().ok()?, killed: killed.parse().ok()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_is_there_again_and_what_was_cut_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper/ledger");
        let key = |seed| Key { setup: "ours".to_owned(), fault: "m01".to_owned(), seed, most: 9 };
        let found = Found { executions: 7, killed: true };
        Ledger::open(&path).unwrap().insert(key(1), found).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}ours\tm01\t2\t9\t7\ttr")).unwrap();
        let mut again = Ledger::open(&path).unwrap();
        assert_eq!((again.get(&key(1)), again.get(&key(2))), (Some(found), None));
        again.insert(key(3), found).unwrap();
        assert_eq!(Ledger::open(&path).unwrap().get(&key(3)), Some(found));
    }
}

//! Finished searches, kept in a file as they come, so that a run that was interrupted goes on.

use crate::kills::search::Found;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Which search a figure is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Key {
    /// The name of the set-up, and its build.
    pub(crate) setup: String,
    pub(crate) fault: String,
    pub(crate) seed: u32,
    /// The budget, in inputs.
    pub(crate) most: u64,
}

/// The file, and what is in it: a JSON object a line.
#[derive(Debug)]
pub(crate) struct Ledger {
    file: File,
    entries: Vec<Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    key: Key,
    #[serde(flatten)]
    found: Found,
}

impl Ledger {
    /// The figures in the file at `path`, which is made if it is not there. A line that was cut is left out.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        let text = fs::read_to_string(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file)?;
        }
        let entries = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(Self { file, entries })
    }

    pub(crate) fn get(&self, key: &Key) -> Option<Found> {
        self.entries.iter().find(|entry| entry.key == *key).map(|entry| entry.found)
    }

    pub(crate) fn insert(&mut self, key: Key, found: Found) -> io::Result<()> {
        let entry = Entry { key, found };
        writeln!(self.file, "{}", serde_json::to_string(&entry)?)?;
        self.entries.push(entry);
        Ok(())
    }
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
        fs::write(&path, format!("{text}{{\"setup\":\"ours\",\"fault\":\"m01\",\"seed\":2,\"mo")).unwrap();
        let mut again = Ledger::open(&path).unwrap();
        assert_eq!((again.get(&key(1)), again.get(&key(2))), (Some(found), None));
        again.insert(key(3), found).unwrap();
        assert_eq!(Ledger::open(&path).unwrap().get(&key(3)), Some(found));
    }
}

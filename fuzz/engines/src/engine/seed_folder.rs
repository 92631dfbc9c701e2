//! The seeds of a search, without those that fail: libFuzzer would stop at them each time that it is started.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{fs, io};
use tempfile::TempDir;

/// The folders that a search starts from.
#[derive(Debug)]
pub(crate) struct SeedFolder {
    folders: Vec<PathBuf>,
    corpus: PathBuf,
    /// What the engine cuts a longer seed to.
    max_len: usize,
    failing: HashSet<Vec<u8>>,
    /// Copies of the seeds that do not fail, once one does.
    good: Option<TempDir>,
}

impl SeedFolder {
    /// The seeds in `folders`, which are only read, and in `corpus`, which is the search's own; of each the first `max_len`
    /// bytes.
    pub(crate) fn new(folders: Vec<PathBuf>, corpus: &Path, max_len: usize) -> Self {
        Self { folders, corpus: corpus.to_owned(), max_len, failing: HashSet::new(), good: None }
    }

    /// The folders to be read besides the search's own.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        self.good.as_ref().map_or_else(|| self.folders.clone(), |good| vec![good.path().to_owned()])
    }

    /// From now on `failed` is no seed, and what `fails` says of is none: one that fails is seldom alone. Returns what was
    /// left out besides `failed`. From the search's own folder it is removed: it is to be kept as artifacts.
    pub(crate) fn leave_out(
        &mut self,
        failed: Vec<u8>,
        fails: &dyn Fn(&[u8]) -> bool,
    ) -> io::Result<Vec<Vec<u8>>> {
        self.failing.insert(failed);
        let mut left_out = Vec::new();
        let good = TempDir::new()?;
        let places = self.folders.iter().map(|folder| (folder, false)).chain([(&self.corpus, true)]);
        for (folder, is_own) in places {
            for (number, file) in files(folder)?.into_iter().enumerate() {
                let mut bytes = fs::read(&file)?;
                bytes.truncate(self.max_len);
                let is_known = self.failing.contains(&bytes);
                if is_known || fails(&bytes) {
                    if is_own {
                        fs::remove_file(file)?;
                    }
                    if !is_known {
                        self.failing.insert(bytes.clone());
                        left_out.push(bytes);
                    }
                } else if !is_own {
                    let name = folder.file_name().unwrap_or_default().to_string_lossy();
                    fs::write(good.path().join(format!("{name}-{number:06}")), bytes)?;
                }
            }
        }
        self.good = Some(good);
        Ok(left_out)
    }
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn a_seed_that_fails_is_left_out_wherever_it_lies() {
        let folder = TempDir::new().unwrap();
        let [seeds, corpus] = ["seeds", "corpus"].map(|name| folder.path().join(name));
        for (place, name, bytes) in [
            (&seeds, "good", "A"),
            (&seeds, "bad", "Bad"),
            (&seeds, "long", "Banana"),
            (&seeds, "worse", "X"),
            (&corpus, "also-bad", "Bad"),
            (&corpus, "found", "C"),
        ] {
            fs::create_dir_all(place).unwrap();
            fs::write(place.join(name), bytes).unwrap();
        }
        let mut seed_folder = SeedFolder::new(vec![seeds.clone()], &corpus, 3);
        assert_eq!(seed_folder.folders(), std::slice::from_ref(&seeds));
        let left_out =
            seed_folder.leave_out(b"Bad".to_vec(), &|bytes| bytes == b"Ban" || bytes == b"X").unwrap();
        assert_eq!(left_out.len(), 2, "{left_out:?}");
        let [good] = &seed_folder.folders()[..] else { panic!("one folder") };
        let left: Vec<Vec<u8>> = files(good).unwrap().iter().map(|file| fs::read(file).unwrap()).collect();
        assert_eq!(left, [b"A"]);
        assert_eq!(files(&corpus).unwrap(), [corpus.join("found")]);
        assert!(seeds.join("bad").exists(), "the stored corpus is only read");
    }
}

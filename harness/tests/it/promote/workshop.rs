//! Copies of the vectors and of a corpus that a test may write to.

use illformed::lint::sealed;
use illformed_vectors::{Input, Origin, Script, Suite, VectorFile};
use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

/// Copies of a suite that has a hole and of a corpus, and an artifact.
pub(crate) struct Workshop(TempDir);

impl Workshop {
    /// The suite is what somebody wrote, without all vectors that the fault betrays itself by.
    pub(crate) fn new() -> Self {
        let workshop = Self(TempDir::new().expect("it is there"));
        let suite = workshop.path("suite");
        fs::create_dir(&suite).expect("it is there");
        let shipped = Suite::embedded().files().iter().filter(|file| file.origin == Origin::Written);
        let mut files: Vec<VectorFile> = shipped.filter(|file| !file.vectors.is_empty()).cloned().collect();
        for file in &mut files {
            file.vectors.retain(|vector| !has_surrogate(&vector.input));
        }
        files.retain(|file| !file.vectors.is_empty());
        let used: HashSet<String> =
            files.iter().flat_map(|file| &file.vectors).flat_map(|vector| vector.flags.clone()).collect();
        // A group that is gone may have defined the flag of another.
        let notes = Suite::embedded().files().iter().flat_map(|file| file.notes.clone());
        let mut notes: Vec<_> = notes.filter(|(flag, _)| used.contains(flag)).collect();
        for mut file in files {
            file.notes = std::mem::take(&mut notes);
            fs::write(suite.join(format!("{}.json", file.group)), sealed(&file)).expect("it is there");
        }
        fs::create_dir_all(workshop.path("corpus/bytes")).expect("it is there");
        fs::write(workshop.path("corpus/bytes/empty"), b"").expect("it is there");
        workshop
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The folder that all of it lies in.
    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    /// What `illformed` does there.
    pub(crate) fn run(&self, arguments: &[&str]) -> OutputAssert {
        illformed(arguments, self.root())
    }

    /// A file that the planted fault's search might have written.
    pub(crate) fn artifact(&self, name: &str, bytes: &[u8]) -> String {
        let folder = self.path("artifacts/planted_fault");
        fs::create_dir_all(&folder).expect("it is there");
        fs::write(folder.join(name), bytes).expect("it is there");
        folder.join(name).display().to_string()
    }

    /// What `illformed promote` does where surrogates are taken for characters.
    pub(crate) fn promote(&self, arguments: &[&str]) -> OutputAssert {
        illformed(
            &[&["promote", "--suite", "suite", "--corpus", "corpus"], arguments].concat(),
            self.0.path(),
        )
    }

    pub(crate) fn vector(&self, id: &str) -> Value {
        let file: Value =
            serde_json::from_str(&fs::read_to_string(self.path("suite/found.json")).expect("it is there"))
                .expect("it is there");
        let vectors = file["vectors"].as_array().expect("it is there").clone();
        vectors.into_iter().find(|vector| vector["id"] == id).unwrap_or_else(|| panic!("no {id} in {file}"))
    }

    /// Every file with its bytes and the time when it was written.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
        let mut files = BTreeMap::new();
        collect(&self.path("suite"), &mut files);
        collect(&self.path("corpus"), &mut files);
        files
    }
}

fn has_surrogate(input: &Input) -> bool {
    let bytes = match input {
        Input::Bytes(bytes) => bytes.clone(),
        Input::Calls(script) => script.segments().flat_map(|calls| Script::segment_bytes(calls).0).collect(),
    };
    bytes.contains(&0xED)
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, (Vec<u8>, SystemTime)>) {
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it is there").path();
        if path.is_dir() {
            files.insert(path.clone(), (Vec::new(), SystemTime::UNIX_EPOCH));
            collect(&path, files);
        } else {
            let written = fs::metadata(&path).expect("it is there").modified().expect("it is there");
            files.insert(path.clone(), (fs::read(&path).expect("it is there"), written));
        }
    }
}

fn illformed(arguments: &[&str], folder: &Path) -> OutputAssert {
    Command::new(cargo_bin!("illformed"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("ILLFORMED_FAULT", FAULT)
        .current_dir(folder)
        .assert()
}

/// A decoder that takes surrogates.
pub(crate) const FAULT: &str = "m10";

pub(crate) fn stdout(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stdout).into_owned()
}

pub(crate) fn stderr(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stderr).into_owned()
}

/// The shortest bytes for which the fault answers wrong.
pub(crate) fn witness() -> &'static [u8] {
    let mutants = illformed::zoo::mutants();
    let named = mutants.iter().find(|mutant| mutant.name == FAULT).expect("it is there");
    named.answer_witness.expect("it is there")
}

pub(crate) fn noisy(witness: &[u8]) -> Vec<u8> {
    [&b"some text before, "[..], witness, " and äfter".as_bytes()].concat()
}

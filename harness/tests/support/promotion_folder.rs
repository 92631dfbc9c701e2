//! Copies of the vectors and of a corpus, to which a test of promotion adds what was printed.

use super::program::program;
use illformed::search::promote::GROUP;
use illformed_vectors::{Input, Origin, Script, Suite, VectorFile};
use snapbox::cmd::{Command, OutputAssert};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

/// Copies of a suite that has a hole and of a corpus, and an artifact.
pub(crate) struct PromotionFolder(TempDir);

impl PromotionFolder {
    /// The suite is what somebody wrote, without all vectors that the fault betrays itself by.
    pub(crate) fn new() -> Self {
        let folder = Self(TempDir::new().expect("it is there"));
        let suite = folder.path("suite");
        fs::create_dir(&suite).expect("it is there");
        let shipped = Suite::embedded().files().iter().filter(|file| file.origin == Origin::Written);
        let mut files: Vec<VectorFile> = shipped.map(|file| VectorFile::clone(file)).collect();
        for file in &mut files {
            file.vectors.retain(|vector| !has_surrogate(&vector.input));
        }
        files.retain(|file| !file.vectors.is_empty() || file.group == GROUP);
        let used: HashSet<String> =
            files.iter().flat_map(|file| &file.vectors).flat_map(|vector| vector.flags.clone()).collect();
        // A group that is gone may have defined the flag of another.
        let notes = Suite::embedded().files().iter().flat_map(|file| file.notes.clone());
        let mut notes: BTreeMap<_, _> = notes.filter(|(flag, _)| used.contains(flag)).collect();
        for mut file in files {
            file.notes = std::mem::take(&mut notes);
            fs::write(suite.join(format!("{}.json", file.group)), file.to_canonical()).expect("it is there");
        }
        fs::create_dir_all(folder.path("corpus/bytes")).expect("it is there");
        fs::write(folder.path("corpus/bytes/empty"), b"").expect("it is there");
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn root(&self) -> &Path {
        self.0.path()
    }

    /// What a program does there, where the planted fault takes surrogates for characters.
    pub(crate) fn run(&self, name: &str, arguments: &[&str]) -> OutputAssert {
        Command::new(program(name))
            .args(arguments)
            .env("NO_COLOR", "1")
            .env("ILLFORMED_FAULT", FAULT)
            .current_dir(self.root())
            .assert()
    }

    /// Adds `lines` to the vectors of the file that promotion names, as a contributor does, and does the rest.
    pub(crate) fn insert(&self, lines: &str) {
        let path = self.path("suite/found.json");
        let file = fs::read_to_string(&path).expect("it is there");
        let mut vectors = lines.trim_end().replace('\n', ",\n");
        if !file.replace('\n', "").contains("\"vectors\":[]") {
            vectors.push(',');
        }
        let file = file.replacen("\"vectors\":[", &format!("\"vectors\":[{vectors}"), 1);
        fs::write(&path, file).expect("it is there");
        self.run("workshop", &["vectors", "fmt", "suite"]).success();
    }

    /// Lints the vectors, and checks that they have the canonical form.
    pub(crate) fn lint(&self) -> OutputAssert {
        self.run("workshop", &["vectors", "fmt", "--check", "suite"]).success();
        self.run("workshop", &["vectors", "lint", "suite"])
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

/// A decoder that takes surrogates.
pub(crate) const FAULT: &str = "m10";

pub(crate) fn stdout(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stdout).into_owned()
}

pub(crate) fn stderr(asserted: &OutputAssert) -> String {
    String::from_utf8_lossy(&asserted.get_output().stderr).into_owned()
}

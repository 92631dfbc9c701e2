//! Reports of real runs, and what the command makes of them.

use crate::interpreters::path_with_python;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder for reports.
pub(crate) struct World {
    folder: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().expect("there is room for a folder") }
    }

    /// The path of that name in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The report of `illformed run` with these words, in the folder of that name. Whatever it finds, it writes one.
    pub(crate) fn run(&self, name: &str, words: &[&str]) -> String {
        let out = self.path(name);
        illformed(&[&["run", "--format", "json", "--out", text(&out)], words].concat());
        let report = out.join("report.json");
        assert!(report.is_file(), "{words:?} writes no report");
        text(&report).to_owned()
    }

    /// The report of the steered adapter in that version, with these decoders, on the vectors about overlong NUL and some
    /// that are well-formed.
    pub(crate) fn steered(&self, name: &str, version: &str, decoders: &[&str]) -> String {
        self.steered_on(name, &["--only", "overlong/nul-*", "--only", "standard/*"], version, decoders)
    }

    /// The same with another selection.
    pub(crate) fn steered_on(
        &self,
        name: &str,
        selection: &[&str],
        version: &str,
        decoders: &[&str],
    ) -> String {
        let adapter = ["--", "python3", "-S", "tests/adapters/steered.py", version];
        self.run(name, &[selection, &adapter, decoders].concat())
    }
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// What the command does with these words.
pub(crate) fn illformed(words: &[&str]) -> OutputAssert {
    command(words).assert()
}

pub(crate) fn command(words: &[&str]) -> Command {
    let command = Command::new(cargo_bin!("illformed")).args(words).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.env("PATH", path_with_python())
}

/// Its exit code and standard output, of which every line has at most 80 columns and nothing that a terminal obeys.
pub(crate) fn told(words: &[&str]) -> (Option<i32>, String) {
    let output = illformed(words).get_output().clone();
    let stdout = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert!(!stdout.contains('\u{1b}'), "{stdout}");
    (output.status.code(), stdout)
}

/// Asserts that no line has more than 80 columns.
pub(crate) fn assert_narrow(text: &str) {
    let wide = text.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
}

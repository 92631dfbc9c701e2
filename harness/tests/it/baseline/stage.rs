//! A decoder that can be turned, and what the command says of it.

use crate::interpreters::path_with_python;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with the baselines and the report of a decoder of the user's own.
pub(crate) struct Stage {
    folder: TempDir,
}

/// What a command ended with and wrote.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().expect("there is room for a folder") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The only baseline that was written.
    pub(crate) fn baseline(&self) -> PathBuf {
        self.path("baselines/turned/strict.json")
    }

    pub(crate) fn text(&self) -> String {
        fs::read_to_string(self.baseline()).expect("a baseline was written")
    }

    /// The command, in the folder.
    pub(crate) fn illformed(&self, arguments: &[&str]) -> Said {
        let command = Command::new(cargo_bin!("illformed")).args(arguments).current_dir(self.folder.path());
        let output = command.env("PATH", path_with_python()).assert().get_output().clone();
        Said {
            code: output.status.code().expect("it ended by itself"),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// Asks the decoder, turned as `faults` say, five vectors, and keeps the report.
    pub(crate) fn run(&self, faults: &str, more: &[&str]) -> Said {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapters/turned.py");
        let program = program.display().to_string();
        let mut arguments = vec!["run", "--format", "terminal,json", "--out", "."];
        if !more.contains(&"--findings") {
            arguments.extend(["--findings", "0"]);
        }
        for id in VECTORS {
            arguments.extend(["--only", id]);
        }
        arguments.extend(more);
        // `-S`: half of the start of Python looks for packages, and no adapter here imports one.
        arguments.extend(["--", "python3", "-S", &program]);
        arguments.extend(faults.split_whitespace());
        self.illformed(&arguments)
    }

    /// The same, held to the baseline.
    pub(crate) fn held(&self, faults: &str, more: &[&str]) -> Said {
        let mut arguments = vec!["--baseline", "baselines"];
        arguments.extend(more);
        self.run(faults, &arguments)
    }

    /// Writes a baseline of the last report.
    pub(crate) fn write(&self, reason: &str, more: &[&str]) -> Said {
        let mut arguments =
            vec!["baseline", "write", "report.json", "--out", "baselines", "--reason", reason];
        arguments.extend(more);
        self.illformed(&arguments)
    }
}

/// What is asked: `C0 80`, `C0 AE` in a path, `ED A0 80`, `ED BF BF`, and the letter A.
const VECTORS: [&str; 5] = [
    "overlong/nul-two-bytes",
    "standard/dot-dot-slash-overlong",
    "surrogate/single-d800",
    "surrogate/single-dfff",
    "standard/letter-a",
];

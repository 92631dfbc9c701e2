//! A temporary folder in which commands are typed.

use crate::interpreters::path_with_python;
use snapbox::cmd::cargo_bin;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A folder of its own.
pub(crate) struct Workshop(TempDir);

/// What a command did.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Workshop {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("there is room for a folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Types `line` into a shell that finds `illformed`.
    pub(crate) fn sh(&self, line: &str) -> Outcome {
        let bin = cargo_bin!("illformed").parent().expect("a program lies in a folder").to_owned();
        let path = path_with_python();
        let path = env::join_paths([bin].into_iter().chain(env::split_paths(path))).expect("PATH is one");
        let output = Command::new("/bin/sh")
            .args(["-c", line])
            .current_dir(self.path())
            .env("PATH", path)
            .stdin(Stdio::null())
            .output()
            .expect("there is a shell");
        Outcome {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }

    /// The same with a command that must succeed.
    #[track_caller]
    pub(crate) fn sh_well(&self, line: &str) -> Outcome {
        let outcome = self.sh(line);
        assert_eq!(outcome.code, Some(0), "{line}: {outcome:?}");
        outcome
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }
}

//! A machine of GitHub's, as far as the script sees one: a folder for the job, the files that its variables name, and a PATH.

use crate::interpreters::path_with_python;
use crate::typed::Folder;
use snapbox::cmd::cargo_bin;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub(crate) struct Step {
    pub(crate) code: Option<i32>,
    pub(crate) log: String,
}

pub(crate) struct Runner(Folder);

impl Runner {
    /// A machine on which `illformed` is ours.
    pub(crate) fn new() -> Self {
        let runner = Self::bare();
        symlink(cargo_bin!("illformed"), runner.path("bin/illformed")).expect("links can be made");
        runner
    }

    pub(crate) fn bare() -> Self {
        let runner = Self(Folder::new());
        for folder in ["bin", "temp"] {
            fs::create_dir(runner.path(folder)).expect("it is new");
        }
        for file in ["output", "summary", "path"] {
            runner.0.write(file, "");
        }
        runner
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        self.0.read(name)
    }

    pub(crate) fn program(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("there is room");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }

    pub(crate) fn step(&self, name: &str, inputs: &[(&str, &str)]) -> Step {
        let script = root().join(".github/actions/illformed/run.sh");
        let path = format!("{}:{}", self.path("bin").display(), path_with_python().display());
        let mut command = Command::new("bash");
        for (inherited, _) in std::env::vars_os() {
            let starts = |start| inherited.to_string_lossy().starts_with(start);
            if ["GITHUB_", "ILLFORMED_", "RUNNER_"].into_iter().any(starts) {
                command.env_remove(inherited);
            }
        }
        let output = command
            .args(["-c", "exec \"$@\" 2>&1", "step"])
            .arg(script)
            .arg(name)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("PATH", path)
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_OUTPUT", self.path("output"))
            .env("GITHUB_PATH", self.path("path"))
            .env("GITHUB_STEP_SUMMARY", self.path("summary"))
            .env("RUNNER_TEMP", self.path("temp"))
            .env("ILLFORMED_OUT", self.path("report"))
            .envs(inputs.iter().copied())
            .output()
            .expect("bash is there");
        Step { code: output.status.code(), log: String::from_utf8_lossy(&output.stdout).into_owned() }
    }

    /// The outputs that the steps set, as GitHub reads them.
    pub(crate) fn output(&self, name: &str) -> String {
        let written = self.read("output");
        let mut last_first = written.lines().rev();
        let value = last_first.find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        value.unwrap_or_else(|| panic!("no output {name}: {written}")).to_owned()
    }
}

/// The lines of a log that GitHub obeys: those that begin with two colons and do not stand where that is switched off.
pub(crate) fn commands(log: &str) -> Vec<&str> {
    let mut stopped: Option<String> = None;
    let mut commands = Vec::new();
    for line in log.lines().map(str::trim_start) {
        if let Some(token) = &stopped {
            if line == token {
                stopped = None;
            }
        } else if let Some(token) = line.strip_prefix("::stop-commands::") {
            stopped = Some(format!("::{token}::"));
        } else if line.starts_with("::") {
            commands.push(line);
        }
    }
    assert_eq!(stopped, None, "commands are never switched on again: {log}");
    commands
}

//! The script of the GitHub Action, run here with GitHub's variables as GitHub sets them.

use crate::cli::said::at_once;
use crate::formats::github;
use crate::interpreters::path_with_python;
use crate::said::hold;
use crate::typed::{Folder, Said};
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A machine of GitHub's, as far as the script sees one: a folder for the job, the files that its variables name, and a PATH.
struct Runner(Folder);

impl Runner {
    fn new() -> Self {
        let runner = Self(Folder::new());
        for folder in ["bin", "temp"] {
            fs::create_dir(runner.0.path(folder)).expect("it is new");
        }
        for file in ["output", "summary", "path"] {
            runner.0.write(file, "");
        }
        runner
    }

    fn program(&self, path: &str, script: &str) {
        let path = self.0.path(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room for a folder");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("there is room");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    }

    /// What a line for a shell says in the folder, where `$RUN` is the script; what GitHub obeys in it is behind it.
    #[track_caller]
    fn sh(&self, line: &str) -> Said {
        let mut command = Command::new("bash").args(["-c", &format!("exec 2>&1; {line}")]);
        for (inherited, _) in std::env::vars_os() {
            let starts = |start| inherited.to_string_lossy().starts_with(start);
            if ["GITHUB_", "ILLFORMED_", "RUNNER_"].into_iter().any(starts) {
                command = command.env_remove(inherited);
            }
        }
        let command = command
            .current_dir(self.0.path(""))
            .env("PATH", format!("{}:{}", self.0.at("bin"), path_with_python().display()))
            .env("PROGRAM", cargo_bin!("illformed"))
            .env("RUN", root().join(".github/actions/illformed/run.sh"))
            .env("TESTS", concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_OUTPUT", self.0.path("output"))
            .env("GITHUB_PATH", self.0.path("path"))
            .env("GITHUB_STEP_SUMMARY", self.0.path("summary"))
            .env("RUNNER_TEMP", self.0.path("temp"))
            .env("ILLFORMED_OUT", self.0.path("report"));
        let said = Said::of(command);
        Said { stderr: commands(&said.stdout), ..said }
    }
}

/// What GitHub obeys in a log. At the end commands are obeyed again.
#[track_caller]
fn commands(log: &str) -> String {
    let mut commands = github::commands(&format!("{log}\n::end::"));
    let last = commands.pop().map(|command| command.name);
    assert_eq!(last.as_deref(), Some("end"), "commands are never switched on again: {log}");
    let told = commands.iter().map(|one| format!("; {} {:?} {}", one.name, one.properties, one.text));
    format!("obeyed{}.", told.collect::<String>())
}

const RECORDS: &str = "printf '%s\\n' \"$@\" >\"$RUNNER_TEMP/words\"";

/// An annotation of an error, before its text.
const ERROR: &str = "error [(\"title\", \"illformed\")] ";

/// Copies files in place of a download, and keeps the addresses.
const CURL: &str = "while [ $# -gt 1 ]; do [ \"$1\" != --output ] || to=$2; shift; done; \
                    echo \"$1\" >>\"$RUNNER_TEMP/asked\"; cp \"served/${1##*/}\" \"$to\" 2>/dev/null";

/// Serves the releases 0.1.0, and 0.3.0 with a digest of something else, packed as `.ci/release` packs them.
const SERVE: &str = "mkdir served && cd served && for version in 0.1.0 0.3.0; do \
    name=illformed-$version-x86_64-unknown-linux-musl; mkdir $name; printf '#!/bin/sh\\n' >$name/illformed; \
    chmod +x $name/illformed; tar -czf $name.tgz $name; sha256sum $name.tgz >$name.tgz.sha256; done && \
    echo 0 >$name.tgz.sha256";

#[test]
fn what_is_there_is_used_a_release_is_downloaded_all_else_is_built_and_what_cannot_be_is_an_error() {
    let own = root().join(".github/actions/illformed/../../../harness").display().to_string();
    let github = |file| fs::read_to_string(root().join(".github").join(file)).expect("it is there");
    let (built, script) = (github("workflows/release.yml"), github("actions/illformed/run.sh"));
    for target in script.split(") target=").skip(1).filter_map(|rest| rest.split(' ').next()) {
        assert!(built.contains(&format!(", target: {target} ")), "a release has no {target}");
    }
    for row in include_str!("ci_kit/install.txt").lines().filter(|row| !row.starts_with("# ")) {
        let (asked, expected) = row.split_once(" => ").expect("a row has what is installed");
        let mut cells = asked.split(' ').map(|cell| cell.trim_start_matches('-').replace('_', " "));
        let [version, tag, os, key] = std::array::from_fn(|_| cells.next().expect("a row has four cells"));
        let expected = expected.replace("OWN", &own).replace("a_folder", "a folder");
        let runner = Runner::new();
        runner.program("bin/cargo", &format!("{RECORDS}; case $* in *9.9.9*) exit 101 ;; esac"));
        runner.program("bin/curl", &format!("cd \"$RUNNER_TEMP/..\"; {CURL}"));
        runner.program("bin/illformed", "exit 0");
        runner.program("temp/illformed/sound/bin/illformed", "exit 0");
        runner.program("temp/illformed/broken/bin/illformed", "exit 1");
        runner.0.sh(SERVE).ends(0);
        let said = runner.sh(&format!(
            "ILLFORMED_VERSION='{version}' ILLFORMED_TAG={tag} ILLFORMED_KEY={key} RUNNER_OS={os} RUNNER_ARCH=X64 \
             ILLFORMED_RELEASES=https://example.org/x/releases/download \"$RUN\" install"
        ));
        let (from, more) = expected.split_once(' ').unwrap_or((&expected, ""));
        let path = runner.0.read("path");
        if ["nothing", "error"].contains(&from) {
            let told = if from == "error" { format!("; {ERROR}{more}") } else { String::new() };
            let said = said.ends(if from == "error" { 2 } else { 0 });
            assert_eq!((said.stderr, path), (format!("obeyed{told}."), String::new()), "{row}");
            continue;
        }
        said.ends(0);
        let folder =
            runner.0.at(&format!("temp/illformed/{}", if key.is_empty() { "not-kept" } else { &key }));
        assert_eq!(runner.0.read("output"), format!("from={from}\n"), "{row}");
        assert_eq!(path, format!("{folder}/bin\n"));
        if from == "cargo" {
            let words = format!("install|--locked|--force|--root|{folder}|{more}|");
            assert_eq!(runner.0.read("temp/words").replace('\n', "|"), words, "{row}");
        }
        if from == "release" {
            let archive = "v0.1.0/illformed-0.1.0-x86_64-unknown-linux-musl.tgz";
            let address = format!("https://example.org/x/releases/download/{archive}");
            assert_eq!(runner.0.read("temp/asked"), format!("{address}\n{address}.sha256\n"));
        }
    }
}

#[test]
fn each_step_has_its_exit_code_its_files_and_what_github_obeys() {
    at_once(include_str!("ci_kit/steps.txt").split("\n\n"), |rows| {
        let runner = Runner::new();
        hold(rows, |line| runner.sh(line));
    });
}

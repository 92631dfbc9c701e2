//! `illformed` as it is typed, and what it says.

use crate::interpreters::path_with_python;
use illformed::record::run_record::RunRecord;
use jsonschema::Validator;
use snapbox::cmd::{Command, cargo_bin};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Said {
    #[track_caller]
    pub(crate) fn of(command: Command) -> Self {
        let output = command.output().expect("the command starts");
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        self
    }

    /// Asserts that the standard output has each of `parts`, and none of those behind `!`.
    #[track_caller]
    pub(crate) fn has(self, parts: &[&str]) -> Self {
        assert_parts(&self.stdout, parts);
        self
    }

    /// The same of the standard error.
    #[track_caller]
    pub(crate) fn complains(self, parts: &[&str]) -> Self {
        assert_parts(&self.stderr, parts);
        self
    }

    /// Asserts that nothing was done: exit code 2, and one line that has `part`, with a hint behind it at most.
    #[track_caller]
    pub(crate) fn refuses(self, part: &str) -> Self {
        assert_eq!((self.code, self.stdout.as_str()), (Some(2), ""), "{part}: {}", self.stderr);
        let lines = self.stderr.lines().count();
        assert!(self.stderr.contains(part) && lines <= 2, "no `{part}` in\n{}", self.stderr);
        self
    }
}

/// Asserts that `text` has each of `parts`, and none of those behind `!`.
#[track_caller]
pub(crate) fn assert_parts(text: &str, parts: &[&str]) {
    for part in parts {
        let (part, is_wanted) = part.strip_prefix('!').map_or((*part, true), |unwanted| (unwanted, false));
        assert_eq!(text.contains(part), is_wanted, "`{part}` in\n{text}");
    }
}

/// `illformed` with the words of `line`, quoted as for a shell, in the folder of the package.
#[track_caller]
pub(crate) fn illformed(line: &str) -> Command {
    let words = shlex::split(line).unwrap_or_else(|| panic!("{line}: a shell would not take it"));
    let command = Command::new(cargo_bin!("illformed")).args(words).current_dir(env!("CARGO_MANIFEST_DIR"));
    // What a runner of GitHub would have said of itself.
    command.env("PATH", path_with_python()).env_remove("GITHUB_STEP_SUMMARY")
}

#[track_caller]
pub(crate) fn typed(line: &str) -> Said {
    Said::of(illformed(line))
}

/// What `illformed run` with the words of `line` says, and its record.
#[track_caller]
pub(crate) fn recorded(line: &str) -> (RunRecord, Said) {
    let folder = Folder::new();
    let said = typed(&format!("run --format terminal,json --out {} {line}", folder.at("")));
    let report = folder.path("report.json");
    assert!(report.is_file(), "no report of {line}\n{}{}", said.stdout, said.stderr);
    (read_record(&report), said)
}

#[track_caller]
pub(crate) fn read_record(path: &Path) -> RunRecord {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    RunRecord::from_json("report.json", &text).expect("the report is a record")
}

/// The schema of that name in the folder `schema`.
pub(crate) fn schema(name: &str) -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{name}.schema.json"));
    let schema = serde_json::from_str(&fs::read_to_string(path).expect("it is there")).expect("it is JSON");
    jsonschema::meta::validate(&schema).expect("the schema is one");
    jsonschema::validator_for(&schema).expect("the schema compiles")
}

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("there is room for a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path of that name as a word of a line.
    pub(crate) fn at(&self, name: &str) -> String {
        self.path(name).to_str().expect("the path is UTF-8").replace('\\', "/")
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[track_caller]
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries =
            fs::read_dir(self.0.path()).expect("it is a folder").map(|entry| entry.expect("it is there"));
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().into_string().expect("a name of ours")).collect();
        names.sort();
        names
    }

    /// What a line says in a shell that finds `illformed`, and the folder of the tests as `$TESTS`.
    #[cfg(unix)]
    #[track_caller]
    pub(crate) fn sh(&self, line: &str) -> Said {
        let bin = cargo_bin!("illformed").parent().expect("a program lies in a folder").to_owned();
        let path = std::env::join_paths([bin].into_iter().chain(std::env::split_paths(path_with_python())));
        let command = Command::new("/bin/sh").args(["-c", line]).current_dir(self.0.path());
        let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
        Said::of(command.env("PATH", path.expect("PATH is one")).env("TESTS", tests))
    }

    #[track_caller]
    pub(crate) fn typed(&self, line: &str) -> Said {
        Said::of(illformed(line).current_dir(self.0.path()))
    }
}

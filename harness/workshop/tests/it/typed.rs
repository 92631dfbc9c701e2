//! `workshop` as it is typed in a shell, and what it says: the table of `sessions.txt`.

use crate::said::hold;
use snapbox::cmd::cargo_bin;
use std::env;
use std::path::Path;
use std::process::Command;
use std::thread;
use tempfile::TempDir;

#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// What a line says in a shell that finds `workshop`.
fn sh(folder: &Path, line: &str) -> Said {
    let bin = cargo_bin!("workshop").parent().expect("a program lies in a folder").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([bin].into_iter().chain(env::split_paths(&others))).expect("PATH is one");
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    let mut command = Command::new("/bin/sh");
    let command = command.args(["-c", line]).current_dir(folder).env("PATH", path).env("VECTORS", vectors);
    let output = command.output().expect("a shell is there");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Said { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[test]
fn what_a_shell_is_told_in_a_folder_has_its_exit_code_and_its_words() {
    thread::scope(|scope| {
        for rows in include_str!("sessions.txt").split("\n\n") {
            scope.spawn(|| {
                let folder = TempDir::new().expect("there is room for a folder");
                hold(rows, |line| sh(folder.path(), line));
            });
        }
    });
}

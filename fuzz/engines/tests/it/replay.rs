//! `engines replay`, as a finding of a search shows it.

use crate::promotion_folder::stderr;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn replay(words: &[&str], path: &Path) -> OutputAssert {
    let command = Command::new(cargo_bin!("engines")).arg("replay").args(words).arg(path);
    command.env("ILLFORMED_FAULT", "m10").assert()
}

#[test]
fn an_input_that_fails_is_named_with_exit_code_1_and_one_that_holds_is_counted() {
    let folder = TempDir::new().expect("there is room for a folder");
    let [fails, holds] = ["fails", "holds"].map(|name| folder.path().join(name));
    // m10 takes surrogates.
    fs::write(&fails, b"\xED\xA0\x80").expect("it can be written");
    fs::write(&holds, b"A").expect("it can be written");
    let words = ["--property", "planted_fault"];
    replay(&words, &holds).code(0).stdout_eq("1 inputs replayed\n");
    let failed = replay(&words, folder.path()).code(1).stdout_eq("");
    let stderr = stderr(&failed);
    assert!(stderr.contains(&format!("{}: planted_fault does not hold", fails.display())), "{stderr}");
    assert!(!stderr.contains(holds.to_str().expect("it is text")), "{stderr}");
    replay(&["--property", "gone"], &holds).code(2).stdout_eq("");
}

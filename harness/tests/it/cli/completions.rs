//! Completions and manual pages: shells and groff read them.

use super::{illformed, temporary};
use crate::program::program;
use illformed::cli::command;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What `program` writes to standard error for the file, if it is on this machine.
fn complaints(program: &str, arguments: &[&str], file: &Path) -> Option<String> {
    let output = Command::new(program).args(arguments).arg(file).output().ok()?;
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{program} {}: {complaints}", file.display());
    Some(complaints)
}

#[test]
fn every_shell_reads_its_completions_and_they_name_every_command() {
    let folder = temporary();
    for (shell, check) in [
        ("bash", Some(("bash", vec!["-n"]))),
        ("zsh", Some(("zsh", vec!["-n"]))),
        ("fish", Some(("fish", vec!["--no-execute"]))),
        ("powershell", None),
        ("elvish", None),
    ] {
        let output = illformed(&["completions", shell]).assert().success().stderr_eq("").get_output().clone();
        let script = String::from_utf8(output.stdout).unwrap();
        for subcommand in command().get_subcommands() {
            let name = subcommand.get_name();
            assert!(script.contains(name), "{shell}: {name}");
        }
        let file = folder.path().join(shell);
        fs::write(&file, script).unwrap();
        if let Some((program, arguments)) = check {
            let complaints = complaints(program, &arguments, &file);
            assert!(complaints.is_none_or(|complaints| complaints.is_empty()), "{shell}");
        }
    }
    illformed(&["completions", "bsh"]).assert().code(2);
}

#[test]
fn every_command_has_a_manual_page_that_groff_takes_without_a_warning() {
    let folder = temporary();
    let written = Command::new(program("workshop")).args(["man", "--out"]).arg(folder.path()).status();
    assert!(written.unwrap().success());
    let page = |name: &str| folder.path().join(format!("{name}.1"));
    for subcommand in command().get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        assert!(page(&format!("illformed-{}", subcommand.get_name())).exists(), "{}", subcommand.get_name());
    }
    let of_run = fs::read_to_string(page("illformed-run")).unwrap();
    assert!(of_run.contains("leaves the process group"), "the details of each option: {of_run}");
    for page in fs::read_dir(folder.path()).unwrap() {
        let page = page.unwrap().path();
        let complaints = complaints("groff", &["-man", "-ww", "-z", "-Tutf8"], &page);
        assert!(complaints.as_ref().is_none_or(String::is_empty), "{}: {complaints:?}", page.display());
    }
}

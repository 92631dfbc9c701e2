//! Completions and manual pages: shells and groff read them.

use crate::program::program;
use crate::typed::{Folder, typed};
use illformed::cli::command;
use std::process::Command;

/// What the words of a program write to standard error for the file; nothing where it is not on this machine.
fn complaints(folder: &Folder, words: &str, file: &str) -> String {
    let mut words = words.split(' ');
    let mut command = Command::new(words.next().expect("a program"));
    let Ok(output) = command.args(words).arg(folder.path(file)).output() else { return String::new() };
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}: {complaints}");
    complaints
}

#[test]
fn every_shell_reads_its_completions_and_they_name_every_command() {
    let folder = Folder::new();
    for (shell, check) in [
        ("bash", "bash -n"),
        ("zsh", "zsh -n"),
        ("fish", "fish --no-execute"),
        ("powershell", ""),
        ("elvish", ""),
    ] {
        let said = typed(&format!("completions {shell}")).ends(0);
        assert_eq!(said.stderr, "");
        let commands = command();
        let names: Vec<&str> = commands.get_subcommands().map(clap::Command::get_name).collect();
        folder.write(shell, said.has(&names).stdout);
        if !check.is_empty() {
            assert_eq!(complaints(&folder, check, shell), "", "{shell}");
        }
    }
    typed("completions bsh").ends(2);
}

#[test]
fn every_command_has_a_manual_page_that_groff_takes_without_a_warning() {
    let folder = Folder::new();
    let written = Command::new(program("workshop")).args(["man", "--out"]).arg(folder.path("")).status();
    assert!(written.unwrap().success());
    for subcommand in command().get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        assert!(folder.path(&format!("illformed-{}.1", subcommand.get_name())).exists(), "{subcommand}");
    }
    let of_run = folder.read("illformed-run.1");
    assert!(of_run.contains("leaves the process group"), "the details of each option: {of_run}");
    for page in folder.names() {
        assert_eq!(complaints(&folder, "groff -man -ww -z -Tutf8", &page), "", "{page}");
    }
}

//! The tables of `said.txt`, `sessions.txt` and `runs.txt`: what is typed, the exit code, and what is printed.

use super::without_interpreters;
use crate::said::hold;
use crate::typed::{Folder, Said};
use std::thread;

/// Holds parts of a table at the same time: most of it is waited for.
pub(crate) fn at_once<'a>(parts: impl Iterator<Item = &'a str>, hold: impl Fn(&str) + Sync) {
    thread::scope(|scope| {
        let hold = &hold;
        parts.for_each(|part| _ = scope.spawn(move || hold(part)));
    });
}

#[test]
fn what_is_typed_has_its_exit_code_and_its_words() {
    at_once(include_str!("said.txt").split("\n\n"), |rows| {
        hold(rows, |words| Said::of(without_interpreters(words)));
    });
}

#[test]
fn what_a_shell_is_told_in_a_folder_has_its_exit_code_and_its_words() {
    let tables = [include_str!("sessions.txt"), include_str!("runs.txt")];
    at_once(tables.into_iter().flat_map(|table| table.split("\n\n")), |rows| {
        let folder = Folder::new();
        hold(rows, |line| folder.sh(line));
    });
}

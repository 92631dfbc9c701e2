//! The tutorial of `adapters/README.md`: its files are written, its changes made, its commands typed, its outputs
//! compared. `[..]` stands for anything in a line, `...` for any lines.

use crate::workshop::Workshop;
use snapbox::Assert;
use std::fs;

const README: &str = include_str!("../../adapters/README.md");

pub(crate) fn the_tutorial_is_true() {
    let (_, tutorial) =
        README.split_once("## Your decoder, judged in five minutes").expect("it has its heading");
    let (tutorial, _) = tutorial.split_once("\n## ").expect("the contract follows");
    let workshop = Workshop::new();
    let mut commands = 0;
    for block in tutorial.split("```").skip(1).step_by(2) {
        let (heading, text) = block.split_once('\n').expect("a block has lines");
        match heading.split_once(' ').unwrap_or((heading, "")) {
            ("python", file) => fs::write(workshop.file(file), text).expect("there is room for a file"),
            ("diff", file) => change(&workshop, file, text),
            ("console", "") => {
                let (command, expected) = text.split_once('\n').expect("a command has a line");
                let command = command.strip_prefix("$ ").expect("a command has its prompt");
                let outcome = workshop.sh(command);
                // Nothing here is a path, and a backslash is one.
                Assert::new().normalize_paths(false).eq(outcome.stdout + &outcome.stderr, expected);
                commands += 1;
            }
            other => panic!("an unknown kind of block: {other:?}"),
        }
    }
    assert_eq!(commands, 5, "every command is in a block of its own");
}

/// Replaces the lines with `-` by those with `+`, hunk by hunk; each stands in the file exactly once.
fn change(workshop: &Workshop, file: &str, diff: &str) {
    let path = workshop.file(file);
    let mut text = fs::read_to_string(&path).expect("the file is there");
    for hunk in diff.split("@@\n") {
        let side = |sign: char| -> String {
            hunk.split_inclusive('\n').filter_map(|line| line.strip_prefix(sign)).collect()
        };
        let (old, new) = (side('-'), side('+'));
        assert_eq!(text.matches(&old).count(), 1, "{file} has these lines once:\n{old}");
        text = text.replacen(&old, &new, 1);
    }
    fs::write(path, text).expect("the file can be changed");
}

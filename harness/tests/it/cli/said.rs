//! The table of `said.txt`: what is typed, the exit code, and what is printed.

use crate::typed::{Said, illformed};
use std::thread;

/// Has the words of each row of `table` said, and holds what is said to its exit code and its parts.
pub(crate) fn hold(table: &str, say: impl Fn(&str) -> Said) {
    let mut lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).peekable();
    while let Some(line) = lines.next() {
        let (words, code) = line.rsplit_once(" => ").expect("a row has words and an exit code");
        let said = say(words);
        assert_eq!(said.code, code.parse().ok(), "{words}: {said:?}");
        let text = format!("{} {}", said.stdout, said.stderr);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        while let Some(part) = lines.next_if(|line| line.starts_with("  ")) {
            let part = part.trim_start();
            let (part, is_wanted) = part.strip_prefix('!').map_or((part, true), |unwanted| (unwanted, false));
            assert_eq!(text.contains(part), is_wanted, "{words}: `{part}` in {text}");
        }
    }
}

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
        hold(rows, |words| {
            let command = illformed(words);
            // Without interpreters, which take seconds to compile and to start, unless an adapter is given.
            let is_given = words.contains("-- ") || words.contains("--command ");
            Said::of(if is_given { command } else { command.env("PATH", "") })
        });
    });
}

//! The command as its users meet it: exit codes, the one line that says what is wrong, and what is printed. The golden
//! files are written anew by `SNAPSHOTS=overwrite cargo test -p illformed --test it cli`.

mod completions;
mod help;
mod refused;
mod reports;
#[cfg(unix)]
pub(crate) mod said;

use crate::typed::{Said, illformed};
use illformed_judge::cause::Cause;
use illformed_vectors::{IncidentFile, Need};
use snapbox::cmd::Command;
use snapbox::{Data, assert_data_eq};
use std::fs;
use std::path::Path;

/// The command with the words of `line`, without interpreters, which take seconds to compile and to start, unless an adapter
/// is given.
fn without_interpreters(line: &str) -> Command {
    let is_given = line.contains("-- ") || line.contains("--command ");
    if is_given { illformed(line) } else { illformed(line).env("PATH", "") }
}

#[test]
fn what_is_printed_is_golden() {
    let rows = include_str!("cli/golden.txt").lines();
    for row in rows.filter(|row| !row.starts_with("# ") && (cfg!(unix) || !row.contains("-- sh "))) {
        let (name, words) = row.split_once(": ").expect("a row has a file");
        let (words, code) = words.rsplit_once(" => ").expect("a row has an exit code");
        let command = without_interpreters(words);
        // An explanation looks for the report of an earlier run.
        let is_explained = words.starts_with("explain ");
        let command = if is_explained { command.current_dir(std::env::temp_dir()) } else { command };
        let said = Said::of(command).ends(code.parse().expect("a number"));
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden").join(name);
        assert_data_eq!(said.stdout + &said.stderr, Data::read_from(&golden, None));
    }
}

#[test]
fn lists_have_a_line_for_each_thing() {
    let list = |what: &str| Said::of(without_interpreters(&format!("list {what}"))).ends(0).stdout;
    let lines = |what: &str| list(what).lines().count();
    assert!(lines("vectors") >= 250);
    assert!(lines("cases") > lines("vectors"));
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/suite")).unwrap().count();
    assert_eq!(lines("groups"), files + 1, "the complete suite is a group too");
    assert!(lines("flags") > 10 && lines("decoders") > 25);
    assert_eq!(lines("causes"), Cause::ALL.len());
    // After the incidents a table of what they need: a line for each need, and three around it.
    let (incidents, list) = (IncidentFile::embedded().incidents(), list("incidents"));
    assert_eq!(list.lines().count(), incidents.len() + Need::ALL.len() + 3);
    for (line, incident) in list.lines().zip(incidents) {
        // The column has room for each list of needs, so that all names begin in the same place.
        let (columns, name) = line.split_at(35);
        assert!(name.starts_with(&incident.place) && columns.ends_with(' '), "{line}");
        let needs: Vec<&str> = incident.needs.iter().map(|need| need.name()).collect();
        let needs = if needs.is_empty() { "bytes alone".to_owned() } else { needs.join(", ") };
        assert_eq!(columns[13..].trim_end(), needs);
    }
}

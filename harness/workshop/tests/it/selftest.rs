//! The selftest itself: it passes, and every one of its rows can fail.

use illformed::ask::adapter::process::Program;
use illformed_vectors::Input;
use illformed_workshop::selftest::{Checked, MISBEHAVIOURS, Misbehaviour, check, plan};
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use tempfile::TempDir;

fn illformed(arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("workshop")).args(arguments).assert()
}

fn rows() -> Vec<&'static Misbehaviour> {
    MISBEHAVIOURS.iter().copied().flatten().collect()
}

/// What comes of `row` when the adapter is another one.
fn played_by(row: &Misbehaviour, name: &str) -> Checked {
    let folder = TempDir::new().expect("there is room for a folder");
    let arguments = vec!["misbehave".into(), name.into(), folder.path().into()];
    let program = Program { executable: cargo_bin!("workshop").into(), arguments };
    check(row, program, folder.path(), &Arc::new(AtomicBool::new(false)))
}

#[test]
fn every_adapter_is_handled_as_expected() {
    let output = illformed(&["selftest"]).success().stderr_eq("").get_output().clone();
    let text = String::from_utf8(output.stdout).expect("it is text");
    let lines: Vec<&str> = text.lines().collect();
    let (sum, lines) = lines.split_last().expect("there are lines");
    assert_eq!(*sum, format!("{} adapters, each handled as expected", rows().len()));
    assert_eq!(lines.len(), rows().len());
    assert!(lines.iter().all(|line| line.starts_with("ok ")), "{text}");
}

#[test]
fn every_expectation_can_fail() {
    let rows = rows();
    thread::scope(|scope| {
        for part in rows.chunks(rows.len().div_ceil(4)) {
            scope.spawn(move || {
                for row in part {
                    // The good adapter keeps what is expected of it and of the odd ones alone.
                    let by_another = ["good", "garbage"].map(|name| played_by(row, name).differences);
                    assert!(
                        by_another.iter().any(|differences| !differences.is_empty()),
                        "{}: nothing that an adapter could do is wrong",
                        row.name
                    );
                }
            });
        }
    });
}

#[test]
fn a_difference_names_the_case_and_both_sides() {
    let row = rows().into_iter().find(|row| row.name == "garbage").expect("there is that row");
    let differences: Vec<String> =
        played_by(row, "good").differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        differences,
        [
            "standard/euro-sign: expected protocol-error (no answer: not a JSON object), seen pass",
            "exit codes: expected [3, 1], seen []"
        ]
    );
}

#[test]
fn one_case_is_marked_and_others_stand_around_it() {
    let plan = plan();
    let marked = Input::Bytes("\u{20AC}".as_bytes().to_vec());
    let places: Vec<usize> =
        plan.cases.iter().enumerate().filter(|(_, case)| case.input == marked).map(|(at, _)| at).collect();
    let [at] = places[..] else { panic!("{places:?}") };
    assert!(at > 10 && at + 10 < plan.cases.len(), "{at} of {}", plan.cases.len());
    // All of them fit one window, so that what is outstanding is known.
    assert!((100..500).contains(&plan.cases.len()));
}

#[test]
fn names_are_unique_and_can_be_listed_and_selected() {
    let names: BTreeSet<&str> = rows().iter().map(|row| row.name).collect();
    assert_eq!(names.len(), rows().len());
    let list = illformed(&["selftest", "--list"]).success().get_output().clone();
    assert_eq!(String::from_utf8_lossy(&list.stdout).lines().count(), names.len());
    let list = illformed(&["selftest", "--list", "--only", "hangs-*"]).success().get_output().clone();
    assert!(String::from_utf8_lossy(&list.stdout).lines().all(|line| line.starts_with("hangs-")));
    illformed(&["selftest", "--only", "gone"]).code(2).stdout_eq("");
}

#[test]
fn the_adapters_of_the_selftest_are_hidden() {
    let help = illformed(&["--help"]).success().get_output().clone();
    let text = String::from_utf8_lossy(&help.stdout);
    let commands: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"selftest") && !commands.contains(&"misbehave"), "{text}");
    illformed(&["misbehave", "gone", "."]).code(2);
}

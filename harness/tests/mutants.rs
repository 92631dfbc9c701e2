//! `illformed mutants` as its users meet it.

#![cfg(feature = "cli")]

use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use tempfile::TempDir;

fn mutants(arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("illformed")).arg("mutants").args(arguments).assert()
}

fn stdout(output: &OutputAssert) -> String {
    String::from_utf8(output.get_output().stdout.clone()).expect("it is text")
}

/// A suite of one vector: FE, which betrays neither m24 nor m28.
const SMALL_SUITE: &str = r#"{"kind":"decode","schema":1,"suite":"small","group":"small","about":"One vector.",
"notes":{"fe":{"effect":"A byte that is in no sequence."}},
"vectors":[{"id":"small/fe","bytes":"fe","comment":"FE","flags":["fe"],"refs":["RFC 3629 s1"],
"rfc3629":{"well_formed":false,"errors":[[0,1,"never-valid"]],"text":[]}}]}"#;

#[test]
fn all_is_as_declared_and_fits_eighty_columns() {
    let text = stdout(&mutants(&[]).success().stderr_eq(""));
    let kills: Vec<&str> =
        text.lines().filter(|line| line.starts_with(['m', 's']) && line.len() > 40).collect();
    assert!(kills.len() >= 94, "{text}");
    assert!(text.contains("\nm63    branchy  survives, no fault"), "{text}");
    assert!(text.contains("\n93 of 94 killed, 65 by the answer alone\n"), "{text}");
    let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(wide, [""; 0]);
}

#[test]
fn an_undeclared_survivor_is_exit_1_and_named_with_what_would_kill_it() {
    let folder = TempDir::new().expect("there is room for a folder");
    fs::write(folder.path().join("small.json"), SMALL_SUITE).expect("it can be written");
    let suite = folder.path().to_str().expect("its name is text");
    let output = mutants(&["--only", "m2[48]", "--suite", suite]);
    let output = output.code(1).stderr_eq("illformed: 2 of 2 mutants not as declared\n");
    let text = stdout(&output);
    assert!(text.contains("SURVIVES, though f580 would kill it"), "{text}");
    assert!(text.contains("0 of 2 killed, 0 by the answer alone"), "{text}");
}

#[test]
fn an_equivalent_mutant_alone_is_as_declared() {
    let text = stdout(&mutants(&["--only", "m63"]).success().stderr_eq(""));
    assert!(text.contains("0 of 1 killed"), "{text}");
    assert!(text.contains("no fault, the bit that the mask lets through is 0"), "{text}");
}

#[test]
fn only_and_list_select_by_name() {
    let text = stdout(&mutants(&["--list", "--only", "m0[12]"]).success());
    assert_eq!(
        text,
        "m01    blocks   takes overlong forms of two bytes\n\
         m02    blocks   takes overlong forms of two bytes but for C0\n"
    );
    let output = mutants(&["--only", "z*"]).code(2).stdout_eq("");
    output.stderr_eq("illformed: no mutant of that name; see illformed mutants --list\n");
}

//! What a run did not judge is neither fixed nor worse, and a baseline stays as it is.

use super::stage::{Said, Stage};
use std::fs;

/// The baseline of two faults, and the decoder that declines one of them.
fn declined() -> (Stage, Said) {
    let stage = Stage::new();
    stage.run("c080=00 eda080=3f", &[]);
    stage.write("Both are bug 2 of this decoder.", &[]);
    let said = stage.held("c080? eda080=3f", &[]);
    (stage, said)
}

#[test]
fn a_listed_case_that_is_not_judged_is_unjudged_and_red_only_if_stale_entries_are() {
    let (stage, said) = declined();
    assert_eq!(said.code, 0, "{}", said.stdout);
    let line = "Unjudged overlong/nul-two-bytes: was not judged: declined";
    assert!(said.stdout.contains(line) && !said.stdout.contains("Fixed"), "{}", said.stdout);
    let said = stage.held("c080? eda080=3f", &["--stale", "error"]);
    assert_eq!(said.code, 1, "{}", said.stdout);
}

#[test]
fn update_keeps_what_was_not_judged() {
    let (stage, _) = declined();
    let before = stage.text();
    for more in [&["--only-fixed"][..], &[]] {
        let mut arguments = vec!["baseline", "update", "report.json", "baselines"];
        arguments.extend(more);
        let said = stage.illformed(&arguments);
        assert!(said.stderr.contains("unchanged"), "{}", said.stderr);
        assert_eq!(stage.text(), before);
    }
}

#[test]
fn a_run_of_one_case_of_a_pattern_says_nothing_of_the_pattern() {
    let stage = Stage::new();
    let blind = |only: &str, more: &[&str]| {
        let mut arguments = vec!["run", "--only", only, "--format", "terminal,json", "--out", "."];
        arguments.extend(more);
        let adapter = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/adapters/accepts-everything.sh");
        arguments.extend(["--", "sh", adapter]);
        stage.illformed(&arguments)
    };
    blind("truncated/c2-at-end", &[]);
    let written = ["baseline", "write", "report.json", "--out", "b", "--reason", "It is so.", "--exact"];
    assert_eq!(stage.illformed(&written).code, 0);
    let file = stage.path("b/accepts-everything/blind.json");
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().find(|line| line.contains("@at=*")).expect("a pattern").to_owned();
    let held = |only: &str| blind(only, &["--baseline", "b", "--stale", "error"]);
    let said = held("truncated/c2-at-end@at=64,fill=61,tail=0");
    assert_eq!(said.code, 0, "{}", said.stdout);
    // What none of its cases gives is seen when all are asked, and not when one is.
    let observed = line.split_once(r#""observed":"#).unwrap().1.split_once(r#","why""#).unwrap().0;
    let with = |more: &str| match observed.strip_suffix(']') {
        Some(list) => format!(r#"{list},"{more}"]"#),
        None => format!(r#"[{observed},"{more}"]"#),
    };
    fs::write(&file, text.replace(&line, &line.replace(observed, &with("zzz")))).unwrap();
    let said = held("truncated/c2-at-end@at=64,fill=61,tail=0");
    assert_eq!(said.code, 0, "{}", said.stdout);
    let said = held("truncated/c2-at-end");
    assert_eq!(said.code, 1, "{}", said.stdout);
    assert!(said.stdout.contains("none of its cases gives `zzz`"), "{}", said.stdout);
    blind("truncated/c2-at-end", &[]);
    stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "b"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

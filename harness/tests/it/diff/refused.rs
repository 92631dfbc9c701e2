//! What is no pair of reports.

use super::world::{World, command, illformed, told};
use std::fs;

/// Asserts that the command refuses with a line that contains `line`, before it prints anything.
#[track_caller]
fn assert_refused(words: &[&str], line: &str) {
    let output = illformed(words).code(2).stdout_eq("").get_output().clone();
    let stderr = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert!(stderr.contains(line) && stderr.lines().count() <= 2, "{words:?}: {stderr}");
}

#[test]
fn a_file_that_is_no_report_is_refused_by_name() {
    let world = World::new();
    let good = world.steered("good", "1", &["strict"]);
    let text = fs::read_to_string(&good).unwrap();
    let path = world.path("bad.json");
    let bad = path.to_str().unwrap();
    let table = [
        (text[..text.len() / 2].to_owned(), "bad.json: truncated at line "),
        (text.replacen("\"version\": \"1\"", "\"version\": \"2\"", 1), "bad.json: not as it was written"),
        (
            "{\"kind\":\"illformed-fuzz\",\"schema\":1}".to_owned(),
            "bad.json: its kind is `illformed-fuzz`, not `illformed-run`",
        ),
        (text.replacen("\"schema\": 6", "\"schema\": 99", 1), "bad.json: a newer illformed wrote it"),
        ("no JSON".to_owned(), "bad.json: not a file of illformed"),
    ];
    for (text, line) in table {
        fs::write(&path, text).unwrap();
        assert_refused(&["diff", bad, &good], line);
        assert_refused(&["diff", &good, bad], line);
    }
    assert_refused(&["diff", "gone.json", &good], "gone.json: ");
    let empty = world.path("empty");
    fs::create_dir(&empty).unwrap();
    assert_refused(&["diff", empty.to_str().unwrap(), &good], "report.json: ");
}

#[test]
fn wrong_usage_is_one_line() {
    let world = World::new();
    let good = world.steered("good", "1", &["strict"]);
    for (words, line) in [
        (&["--pair", "x", &good, &good][..], "expected OLD=NEW"),
        (&["--pair", "x/y=z", &good, &good], "expected OLD=NEW"),
        (&["--pair", "x/y=steered/strict", &good, &good], "the old report has no `x/y`"),
        (&["--pair", "steered/strict=x/y", &good, &good], "the new report has no `x/y`"),
        (&["--decoder", "x/*", &good, &good], "--decoder x/*: no decoder of that name"),
        (&["--decoder", "[x", &good, &good], "--decoder [x"),
        (&["--only", "[x", &good, &good], "--only [x"),
        // Before a report is read.
        (&["--allow-missing", "[x", "gone.json", &good], "--allow-missing [x: "),
        (&["--fail-on", "worse", &good, &good], "invalid value 'worse'"),
        (&["--fail-on", "none,fixed", &good, &good], "stand alone"),
        (&["--format", "json,markdown", &good, &good], "several formats need --out DIR"),
        (&["--out", "x", &good, &good], "--out DIR needs a --format that is a file"),
        (&["-", "-"], "only one of A and B can be standard input"),
        (&[&good], "required arguments were not provided"),
    ] {
        assert_refused(&[&["diff"], words].concat(), line);
    }
}

#[test]
fn one_report_may_come_on_standard_input_or_by_its_folder() {
    let world = World::new();
    let good = world.steered("good", "1", &["strict"]);
    let text = fs::read(&good).unwrap();
    command(&["diff", "-", &good]).stdin(text.clone()).assert().success();
    command(&["diff", &good, "-"]).stdin(text).assert().success();
    let folder = world.path("good");
    let (code, text) = told(&["diff", folder.to_str().unwrap(), &good]);
    assert_eq!(code, Some(0), "{text}");
}

//! What writes and amends files of baselines.

use super::stage::Stage;
use std::fs;

#[test]
fn write_adds_what_is_not_listed_and_changes_nothing_else() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    stage.write(
        "Takes the overlong NUL, which is bug 1.",
        &["--why", "nul", "--link", "https://example.org/1"],
    );
    let first = stage.text();
    stage.run("c080=00 eda080=3f 2fc0ae2e2f=2f", &[]);
    stage.write("Takes a lone surrogate.", &["--why", "surrogate", "--only", "surrogate/*"]);
    let second = stage.text();
    let kept = first.lines().filter(|line| line.contains("nul-two-bytes") || line.contains("bug 1."));
    assert!(kept.clone().count() == 2 && kept.clone().all(|line| second.contains(line)), "{second}");
    assert!(second.contains(r#""case":"surrogate/single-d800""#), "{second}");
    assert!(!second.contains("dot-dot-slash"), "{second}");
    let said = stage.write("Takes a lone surrogate.", &["--why", "surrogate", "--only", "surrogate/*"]);
    assert!(said.stderr.contains("nothing to write"), "{}", said.stderr);
    assert_eq!(stage.text(), second);
    let said = stage.write("Another reason than that.", &["--why", "nul"]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("it has another reason of this id"), "{}", said.stderr);
    assert_eq!(stage.text(), second);
}

#[test]
fn a_reason_is_required_and_is_a_sentence() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    let said = stage.illformed(&["baseline", "write", "report.json", "--out", "baselines"]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("--reason <TEXT>"), "{}", said.stderr);
    for reason in ["", "  ", "todo", "two\nlines", " Spaced around. "] {
        let said = stage.write(reason, &[]);
        assert_eq!(said.code, 2, "{reason:?}: {}", said.stderr);
        assert!(!stage.path("baselines").exists(), "{reason:?}");
    }
}

#[test]
fn update_takes_out_what_is_fixed_and_leaves_every_other_line() {
    let stage = Stage::new();
    stage.run("c080=00 eda080=3f", &[]);
    stage.write("Both are bug 2 of this decoder.", &[]);
    let before = stage.text();
    // One is fixed, the other fails otherwise.
    stage.run("eda080=20", &[]);
    let said = stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "baselines"]);
    assert_eq!(said.code, 0, "{}", said.stderr);
    let after = stage.text();
    let gone: Vec<&str> = before.lines().filter(|line| !after.contains(line.trim_end_matches(','))).collect();
    assert!(matches!(gone.as_slice(), [line] if line.contains("nul-two-bytes")), "{gone:?}");
    assert!(after.lines().all(|line| before.contains(line.trim_end_matches(','))), "{after}");

    let said = stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "baselines"]);
    assert!(said.stderr.contains("unchanged"), "{}", said.stderr);
    stage.illformed(&["baseline", "update", "report.json", "baselines"]);
    assert!(stage.text().contains(r#""observed":"accept 20""#), "{}", stage.text());
    assert_eq!(stage.held("eda080=20", &["--stale", "error"]).code, 0);

    stage.run("", &[]);
    stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "baselines"]);
    assert!(!stage.text().contains("\"case\"") && !stage.text().contains("bug 2"), "{}", stage.text());
    assert_eq!(stage.held("", &["--stale", "error"]).code, 0);
    assert_eq!(stage.held("c080=00", &[]).code, 1);
}

#[test]
fn what_cannot_be_written_is_exit_2_and_nothing_is_lost() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    fs::write(stage.path("baselines"), "a file").unwrap();
    let said = stage.write("Takes the overlong NUL, which is bug 1.", &[]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("baselines"), "{}", said.stderr);
    assert_eq!(fs::read_to_string(stage.path("baselines")).unwrap(), "a file");
}

#[test]
fn show_says_what_is_accepted_and_why() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    stage.write(
        "Takes the overlong NUL, which is bug 1.",
        &[
            "--link",
            "https://example.org/1",
            "--until",
            "9999-12-31",
            "--for-version",
            ">=2,<3",
            "--os",
            "linux",
        ],
    );
    let said = stage.illformed(&["baseline", "show", "--entries", "baselines"]);
    let wanted = [
        "turned/strict  baselines/turned/strict.json",
        "accepted: 1 entry: Takes the overlong NUL, which is bug 1.",
        "https://example.org/1",
        "until 9999-12-31",
        "only versions >=2,<3",
        "only on linux",
        "overlong/nul-two-bytes  fail  accept 00",
    ];
    for wanted in wanted {
        assert!(said.stdout.contains(wanted), "{wanted}: {}", said.stdout);
    }
}

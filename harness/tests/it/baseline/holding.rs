//! What a run says of a decoder that is not as its baseline says.

use super::stage::{Said, Stage};
use snapbox::{assert_data_eq, file};
use std::fs;

/// A stage whose baseline accepts that the decoder takes C0 80 for NUL.
fn listed() -> Stage {
    let stage = Stage::new();
    assert_eq!(stage.run("c080=00", &[]).code, 1);
    stage.write("Takes the overlong NUL, which is bug 1.", &[]);
    stage
}

/// The lines from the baseline's on.
fn about_baseline(said: &Said) -> String {
    let lines = said.stdout.lines().skip_while(|line| !line.to_lowercase().starts_with("baseline "));
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    lines.join("\n") + "\n"
}

#[test]
fn each_change_has_its_exit_code_and_its_lines() {
    let stage = listed();
    let right = "";
    let table: [(&str, &str, &[&str], i32, snapbox::Data); 6] = [
        ("as listed", "c080=00", &[], 0, file!["../golden/baseline-known.txt"]),
        ("another fails", "c080=00 eda080=3f", &[], 1, file!["../golden/baseline-regressed.txt"]),
        ("it fails otherwise", "c080=20", &[], 1, file!["../golden/baseline-changed-wrong.txt"]),
        ("it passes, by default", right, &[], 0, file!["../golden/baseline-fixed.txt"]),
        ("it passes", right, &["--stale", "error"], 1, file!["../golden/baseline-stale.txt"]),
        ("it crashes", "c080!", &[], 1, file!["../golden/baseline-crashed.txt"]),
    ];
    for (name, faults, more, code, golden) in table {
        let said = stage.held(faults, more);
        assert_eq!(said.code, code, "{name}: {}{}", said.stdout, said.stderr);
        assert_data_eq!(about_baseline(&said), golden);
        let complains = said.stderr.contains("results differ from a baseline");
        assert_eq!(complains, code == 1, "{name}: {}", said.stderr);
    }
}

#[test]
fn known_failures_are_not_shown_as_findings_and_the_record_keeps_them_apart() {
    let stage = listed();
    let said = stage.held("c080=00 eda080=3f", &["--findings", "9"]);
    assert!(!said.stdout.contains("FAIL turned/strict  overlong/nul-two-bytes"), "{}", said.stdout);
    assert!(said.stdout.contains("FAIL turned/strict  surrogate/single-d800"), "{}", said.stdout);
    let report = fs::read_to_string(stage.path("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let baseline = &report["decoders"][0]["baseline"];
    let numbers = |key: &str| baseline[key].as_str().unwrap().to_owned();
    assert!(!numbers("known").is_empty() && !numbers("regressed").is_empty(), "{baseline}");
    assert_eq!(report["footer"]["exit_codes"], serde_json::json!([1]));
}

#[test]
fn an_entry_whose_time_is_over_fails_the_run() {
    let stage = listed();
    let dated = |day: &str| {
        stage.text().replacen("which is bug 1.\"", &format!("which is bug 1.\",\"until\":\"{day}\""), 1)
    };
    let (past, future) = (dated("2020-02-29"), dated("9999-12-31"));
    fs::write(stage.baseline(), future).unwrap();
    assert_eq!(stage.held("c080=00", &[]).code, 0);
    fs::write(stage.baseline(), past).unwrap();
    let said = stage.held("c080=00", &[]);
    assert_eq!(said.code, 1);
    assert_data_eq!(about_baseline(&said), file!["../golden/baseline-expired.txt"]);
}

#[test]
fn an_entry_for_another_platform_or_version_accepts_nothing_here() {
    let stage = listed();
    let only = |condition: &str| {
        stage.text().replacen("which is bug 1.\"", &format!("which is bug 1.\",\"only\":{condition}"), 1)
    };
    let (here, elsewhere) = (std::env::consts::OS, "plan9");
    let table = [
        (format!(r#"{{"os":"{here}"}}"#), 0),
        (format!(r#"{{"os":"{elsewhere}"}}"#), 1),
        (r#"{"version":">=3"}"#.to_owned(), 1),
    ];
    let texts = table.map(|(condition, code)| (only(&condition), code));
    for (text, code) in texts {
        fs::write(stage.baseline(), &text).unwrap();
        let said = stage.held("c080=00", &[]);
        assert_eq!(said.code, code, "{text}{}", said.stdout);
        // It is not stale there either, only silent.
        let said = stage.held("", &["--stale", "error"]);
        assert_eq!(said.code, i32::from(text.contains(here)), "{text}{}", said.stdout);
    }
}

#[test]
fn a_named_baseline_of_a_decoder_that_is_not_asked_is_exit_3() {
    let stage = listed();
    let file = stage.baseline();
    let said = stage.illformed(&[
        "run",
        "--decoder",
        "std/from-utf8",
        "--only",
        "standard/letter-a",
        "--baseline",
        file.to_str().unwrap(),
        "--format",
        "json,junit,markdown",
        "--out",
        "missed",
    ]);
    assert_eq!(said.code, 3);
    assert!(said.stderr.contains("strict.json: turned/strict was not asked"), "{}", said.stderr);
    let text = |name: &str| fs::read_to_string(stage.path(&format!("missed/{name}"))).unwrap();
    let report: serde_json::Value = serde_json::from_str(&text("report.json")).unwrap();
    assert_eq!(report["footer"]["exit_codes"], serde_json::json!([3]));
    assert!(text("report.md").starts_with("# UTF-8 conformance is red: "), "{}", text("report.md"));
    assert!(text("report.xml").contains("turned/strict was not asked"), "{}", text("report.xml"));
}

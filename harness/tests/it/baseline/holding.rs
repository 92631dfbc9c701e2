//! What a run says of a decoder that is not as its baseline says.

use super::stage::{Said, Stage};
use snapbox::{assert_data_eq, file};
use std::fs;

/// A stage whose baseline accepts that the decoder takes C0 80 for NUL and ED A0 80 for U+D800.
fn listed() -> Stage {
    let stage = Stage::new();
    assert_eq!(stage.run("c080=00 eda080=eda080", &[]).code, 1);
    let said = stage.write("Both are bug 1 of this decoder.", &[]);
    assert!(said.stderr.contains("accepted 4 failures for 2 causes"), "{}", said.stderr);
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
    let error = ["--stale", "error"];
    let table: [(&str, &str, &[&str], i32, snapbox::Data); 10] = [
        ("as listed", "c080=00 eda080=eda080", &error, 0, file!["../golden/baseline-known.txt"]),
        ("another cause", "c080=00 eda080=eda080 41-", &[], 1, file!["../golden/baseline-cause.txt"]),
        (
            "an accepted cause in another group",
            "c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f",
            &[],
            1,
            file!["../golden/baseline-group.txt"],
        ),
        (
            "more of an accepted cause and group",
            "c080=00 eda080=eda080 edbfbf=edbfbf",
            &[],
            1,
            file!["../golden/baseline-count.txt"],
        ),
        (
            "it fails otherwise",
            "c080=20 eda080=eda080",
            &[],
            1,
            file!["../golden/baseline-changed-wrong.txt"],
        ),
        ("it passes, by default", "eda080=eda080", &[], 0, file!["../golden/baseline-fixed.txt"]),
        ("it passes", "eda080=eda080", &error, 1, file!["../golden/baseline-stale.txt"]),
        ("it crashes", "c080! eda080=eda080", &[], 1, file!["../golden/baseline-crashed.txt"]),
        ("it was not judged", "c080? eda080=eda080", &[], 0, file!["../golden/baseline-unjudged.txt"]),
        (
            "it was not judged, stale is an error",
            "c080? eda080=eda080",
            &error,
            1,
            file!["../golden/baseline-unjudged-stale.txt"],
        ),
    ];
    for (name, faults, more, code, golden) in table {
        let said = stage.held(faults, more);
        assert_eq!(said.code, code, "{name}: {}{}", said.stdout, said.stderr);
        assert_data_eq!(about_baseline(&said), golden);
        let complains = said.stderr.contains("results differ from a baseline");
        assert_eq!(complains, code == 1, "{name}: {}", said.stderr);
    }
    // A run that asks a part of the cases says nothing of the others.
    let said = stage.held("c080=00 eda080=eda080", &["--to", "overlong/nul-two-bytes", "--stale", "error"]);
    assert_eq!(said.code, 0, "{}", said.stdout);
}

/// What one new user met: the first case of the group was named as the regression, and it failed as before.
#[test]
fn a_regression_names_a_case_that_is_certainly_new_or_none() {
    let stage = Stage::new();
    let before = "edbfbf=edbfbf";
    stage.run(before, &[]);
    stage.write("It is bug 3 of this decoder.", &[]);
    let regressed = |faults: &str| {
        let said = stage
            .held(&format!("{before} {faults}"), &["--format", "terminal,json,junit,sarif,markdown,github"]);
        assert_eq!(said.code, 1, "{}", said.stdout);
        let report = fs::read_to_string(stage.path("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        (said.stdout, report["decoders"][0]["baseline"].clone())
    };
    // Both cases have one cause and group, and one is accepted: which of them is new is not known.
    let (text, baseline) = regressed("eda080=eda080");
    assert!(text.contains("accepts-surrogate in surrogate: 4 cases fail, 1 accepted"), "{text}");
    assert_eq!(baseline["new"], "", "{baseline}");
    assert!(!baseline["undecided"].as_str().unwrap().is_empty(), "{baseline}");
    assert!(baseline["deviations"][0].get("example").is_none(), "{baseline}");
    // Of another cause: it is certain.
    let (text, baseline) = regressed("c080=00");
    assert!(text.contains("new: overlong/nul-two-bytes, accept 00"), "{text}");
    assert_eq!(baseline["undecided"], "", "{baseline}");
    assert!(baseline["deviations"][0]["example"].is_u64(), "{baseline}");
}

#[test]
fn known_failures_are_not_shown_as_findings_and_the_record_keeps_them_apart() {
    let stage = listed();
    let said = stage.held("c080=00 eda080=eda080 41-", &["--findings", "9"]);
    assert!(!said.stdout.contains("FAIL turned/strict  overlong/nul-two-bytes"), "{}", said.stdout);
    assert!(said.stdout.contains("FAIL turned/strict  standard/letter-a"), "{}", said.stdout);
    let report = fs::read_to_string(stage.path("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let baseline = &report["decoders"][0]["baseline"];
    let numbers = |key: &str| baseline[key].as_str().unwrap().to_owned();
    assert!(!numbers("known").is_empty() && !numbers("new").is_empty(), "{baseline}");
    assert_eq!(report["footer"]["exit_codes"], serde_json::json!([1]));
}

#[test]
fn an_entry_whose_time_is_over_fails_the_run() {
    let stage = listed();
    let dated = |day: &str| {
        stage.text().replacen("of this decoder.\"", &format!("of this decoder.\",\"until\":\"{day}\""), 1)
    };
    let (past, future) = (dated("2020-02-29"), dated("9999-12-31"));
    fs::write(stage.baseline(), future).unwrap();
    assert_eq!(stage.held("c080=00 eda080=eda080", &[]).code, 0);
    fs::write(stage.baseline(), past).unwrap();
    let said = stage.held("c080=00 eda080=eda080", &[]);
    assert_eq!(said.code, 1);
    assert_data_eq!(about_baseline(&said), file!["../golden/baseline-expired.txt"]);
}

#[test]
fn an_entry_for_another_platform_or_version_accepts_nothing_here() {
    let stage = listed();
    let only = |condition: &str| {
        stage.text().replacen("of this decoder.\"", &format!("of this decoder.\",\"only\":{condition}"), 1)
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
        let said = stage.held("c080=00 eda080=eda080", &[]);
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

/// A decoder that is lost is noticed, unless it was left out on purpose.
#[test]
fn a_baseline_in_a_folder_whose_decoder_is_not_asked_fails_the_run_unless_it_is_left_out_or_allowed() {
    let stage = listed();
    let lost = stage.text().replacen("turned/strict", "turned/lossy", 1);
    fs::write(stage.path("baselines/turned/lossy.json"), lost).unwrap();
    let table: [(&[&str], i32); 5] = [
        (&[], 3),
        (&["--stale", "error"], 3),
        (&["--allow-missing", "turned/lossy"], 0),
        (&["--allow-missing", "other/*"], 3),
        (&["--decoder", "turned/strict"], 0),
    ];
    for (more, code) in table {
        let said = stage.held("c080=00 eda080=eda080", more);
        assert_eq!(said.code, code, "{more:?}: {}", said.stderr);
        let complains = said.stderr.contains("lossy.json: turned/lossy was not asked");
        assert_eq!(complains, code == 3, "{more:?}: {}", said.stderr);
        assert_eq!(said.stderr.contains("`--allow-missing GLOB`"), code == 3, "{more:?}: {}", said.stderr);
    }
    let said = stage.held("c080=00 eda080=eda080", &["--allow-missing", "[a"]);
    assert!(said.code == 2 && said.stderr.contains("--allow-missing [a: "), "{}", said.stderr);
}

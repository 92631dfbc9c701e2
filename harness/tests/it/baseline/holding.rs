//! What a run says of a decoder that is not as its baseline says.

use super::stage::{BOTH, Stage};
use crate::typed::Said;
use serde_json::{Value, json};
use snapbox::{Data, assert_data_eq, file};

fn listed() -> Stage {
    let stage = Stage::new();
    stage.run(BOTH, "").ends(1);
    let said = stage.write("Both are bug 1 of this decoder.", "").ends(0);
    said.complains(&["accepted 4 failures for 2 causes"]);
    stage
}

/// The lines from the baseline's on.
fn about_baseline(said: &Said) -> String {
    let lines = said.stdout.lines().skip_while(|line| !line.to_lowercase().starts_with("baseline "));
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    lines.join("\n") + "\n"
}

fn report(stage: &Stage, name: &str) -> Value {
    serde_json::from_str(&stage.0.read(name)).expect("it is JSON")
}

#[test]
fn each_change_has_its_exit_code_and_its_lines() {
    let stage = listed();
    let error = "--stale error";
    let table: [(&str, &str, i32, Data); 10] = [
        (BOTH, error, 0, file!["../golden/baseline-known.txt"]),
        // Another cause; an accepted cause in another group; more of an accepted cause and group.
        ("c080=00 eda080=eda080 41-", "", 1, file!["../golden/baseline-cause.txt"]),
        ("c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f", "", 1, file!["../golden/baseline-group.txt"]),
        ("c080=00 eda080=eda080 edbfbf=edbfbf", "", 1, file!["../golden/baseline-count.txt"]),
        // It fails otherwise; it passes; it crashes; it was not judged.
        ("c080=20 eda080=eda080", "", 1, file!["../golden/baseline-changed-wrong.txt"]),
        ("eda080=eda080", "", 0, file!["../golden/baseline-fixed.txt"]),
        ("eda080=eda080", error, 1, file!["../golden/baseline-stale.txt"]),
        ("c080! eda080=eda080", "", 1, file!["../golden/baseline-crashed.txt"]),
        ("c080? eda080=eda080", "", 0, file!["../golden/baseline-unjudged.txt"]),
        ("c080? eda080=eda080", error, 1, file!["../golden/baseline-unjudged-stale.txt"]),
    ];
    for (faults, more, code, golden) in table {
        let said = stage.held(faults, more).ends(code);
        assert_data_eq!(about_baseline(&said), golden);
        let complains = said.stderr.contains("results differ from a baseline");
        assert_eq!(complains, code == 1, "{faults}: {}", said.stderr);
    }
    // A run that asks a part of the cases says nothing of the others.
    stage.held(BOTH, "--to overlong/nul-two-bytes --stale error").ends(0);
}

/// What one new user met: the first case of the group was named as the regression, and it failed as before.
#[test]
fn a_regression_names_a_case_that_is_certainly_new_or_none() {
    let stage = Stage::accepting("edbfbf=edbfbf", "It is bug 3 of this decoder.", "");
    let regressed = |fault: &str, words: &str| {
        let formats = "--format terminal,json,junit,sarif,markdown,github";
        stage.held(&format!("edbfbf=edbfbf {fault}"), formats).ends(1).has(&[words]);
        report(&stage, "report.json")["decoders"][0]["baseline"].clone()
    };
    // Both cases have one cause and group, and one is accepted: which of them is new is not known.
    let baseline = regressed("eda080=eda080", "accepts-surrogate in surrogate: 4 cases fail, 1 accepted");
    assert_eq!(baseline["new"], "", "{baseline}");
    assert_ne!(baseline["undecided"], "", "{baseline}");
    assert!(baseline["deviations"][0].get("example").is_none(), "{baseline}");
    // Of another cause: it is certain.
    let baseline = regressed("c080=00", "new: overlong/nul-two-bytes, accept 00");
    assert_eq!(baseline["undecided"], "", "{baseline}");
    assert!(baseline["deviations"][0]["example"].is_u64(), "{baseline}");
}

#[test]
fn known_failures_are_not_shown_as_findings_and_the_record_keeps_them_apart() {
    let stage = listed();
    let said = stage.held("c080=00 eda080=eda080 41-", "--findings 9");
    let text = said.has(&["FAIL turned/strict  standard/letter-a"]).stdout;
    assert!(!text.contains("FAIL turned/strict  overlong/nul-two-bytes"), "{text}");
    let report = report(&stage, "report.json");
    let baseline = &report["decoders"][0]["baseline"];
    assert!(baseline["known"] != "" && baseline["new"] != "", "{baseline}");
    assert_eq!(report["footer"]["exit_codes"], json!([1]));
}

#[test]
fn an_entry_whose_time_is_over_fails_the_run() {
    let stage = listed();
    let text = stage.text();
    let dated = |day: &str| {
        let until = format!("of this decoder.\",\"until\":\"{day}\"");
        stage.put(&text.replacen("of this decoder.\"", &until, 1));
        stage.held(BOTH, "")
    };
    dated("9999-12-31").ends(0);
    assert_data_eq!(about_baseline(&dated("2020-02-29").ends(1)), file!["../golden/baseline-expired.txt"]);
}

#[test]
fn an_entry_for_another_platform_or_version_accepts_nothing_here() {
    let stage = listed();
    let text = stage.text();
    let here = format!(r#"{{"os":"{}"}}"#, std::env::consts::OS);
    for (condition, is_here) in
        [(here.as_str(), true), (r#"{"os":"plan9"}"#, false), (r#"{"version":">=3"}"#, false)]
    {
        let only = format!("of this decoder.\",\"only\":{condition}");
        stage.put(&text.replacen("of this decoder.\"", &only, 1));
        stage.held(BOTH, "").ends(i32::from(!is_here));
        // It is not stale there either, only silent.
        stage.held("", "--stale error").ends(i32::from(is_here));
    }
}

#[test]
fn a_named_baseline_of_a_decoder_that_is_not_asked_is_exit_3() {
    let stage = listed();
    let asked = "--decoder std/from-utf8 --only standard/letter-a --baseline baselines/turned/strict.json";
    let said = stage.typed(&format!("run {asked} --format json,junit,markdown --out missed")).ends(3);
    said.complains(&["strict.json: turned/strict was not asked"]);
    assert_eq!(report(&stage, "missed/report.json")["footer"]["exit_codes"], json!([3]));
    let [markdown, xml] = ["md", "xml"].map(|kind| stage.0.read(&format!("missed/report.{kind}")));
    assert!(markdown.starts_with("# UTF-8 conformance is red: "), "{markdown}");
    assert!(xml.contains("turned/strict was not asked"), "{xml}");
}

/// A decoder that is lost is noticed, unless it was left out on purpose.
#[test]
fn a_baseline_in_a_folder_whose_decoder_is_not_asked_fails_the_run_unless_it_is_left_out_or_allowed() {
    let stage = listed();
    let lost = stage.text().replacen("turned/strict", "turned/lossy", 1);
    stage.0.write("baselines/turned/lossy.json", lost);
    for (more, code) in [
        ("", 3),
        ("--stale error", 3),
        ("--allow-missing turned/lossy", 0),
        ("--allow-missing other/*", 3),
        ("--decoder turned/strict", 0),
    ] {
        let said = stage.held(BOTH, more).ends(code);
        for words in ["lossy.json: turned/lossy was not asked", "`--allow-missing GLOB`"] {
            assert_eq!(said.stderr.contains(words), code == 3, "{more}: {}", said.stderr);
        }
    }
    stage.held(BOTH, "--allow-missing [a").ends(2).complains(&["--allow-missing [a: "]);
}

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

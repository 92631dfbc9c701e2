//! Entries that hold a decoder without telling what it fails.

use super::stage::Stage;
use std::fs;

/// A stage whose baseline accepts, sealed, that the decoder takes C0 80 for NUL.
fn sealed() -> Stage {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    let said = stage.write("Its authors will hear of it first.", &["--why", "untold", "--sealed"]);
    assert_eq!(said.code, 0, "{}", said.stderr);
    stage
}

/// The part of a baseline from its entries on: what it accepts.
fn entries(text: &str) -> &str {
    text.split_once("\"entries\"").expect("it has entries").1
}

#[test]
fn a_sealed_entry_shows_no_cause_and_no_group() {
    let text = sealed().text();
    for told in ["overlong", "nul", "accepts", "standard"] {
        assert!(!entries(&text).contains(told), "{told}: {text}");
    }
}

#[test]
fn a_sealed_baseline_holds_both_ways() {
    let stage = sealed();
    let table: [(&str, &[&str], i32, &str); 7] = [
        ("c080=00", &["--stale", "error"], 0, "1 failure as listed in"),
        ("c080=00 eda080=3f", &[], 1, "new: surrogate/single-d800, accept 3f"),
        (
            "c080=00 2fc0ae2e2f=2f2e2e2f",
            &[],
            1,
            "accepts-overlong-2 in standard: 1 case fails, none accepted",
        ),
        ("c080=20", &[], 1, "ChangedWrong accepts-overlong-2 in overlong: 1 case fails with other answers"),
        ("c080!", &[], 1, "Regressed"),
        ("", &[], 0, "Fixed accepts-overlong-2 in overlong: 1 case failed for it, now none"),
        ("", &["--stale", "error"], 1, "Fixed"),
    ];
    for (faults, more, code, wanted) in table {
        let said = stage.held(faults, more);
        assert_eq!(said.code, code, "{faults}: {}{}", said.stdout, said.stderr);
        assert!(said.stdout.contains(wanted), "{wanted}: {}", said.stdout);
    }
}

#[test]
fn update_removes_what_is_fixed_and_keeps_the_rest_sealed() {
    let stage = Stage::new();
    stage.run("c080=00 eda080=eda080 edbfbf=edbfbf", &[]);
    stage.write("Its authors will hear of it first.", &["--sealed"]);
    let before = stage.text();
    stage.run("eda080=eda080", &[]);
    stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "baselines"]);
    let after = stage.text();
    assert!(
        entries(&after).matches("\"cause\":\"#").count() == 1
            && entries(&before).matches("\"cause\":\"#").count() == 2
    );
    assert!(!entries(&after).contains("surrogate"), "{after}");
    assert_eq!(stage.held("eda080=eda080", &["--stale", "error"]).code, 0);
    assert_eq!(stage.held("eda080=eda080 edbfbf=edbfbf", &[]).code, 1);
    stage.run("", &[]);
    stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "baselines"]);
    assert!(!stage.text().contains("\"cause\""), "{}", stage.text());
}

#[test]
fn what_was_not_asked_says_nothing_and_stays() {
    let stage = sealed();
    let before = stage.text();
    let only = ["run", "--format", "json", "--out", ".", "--only", "standard/letter-a"];
    let program = format!("{}/tests/adapters/turned.py", env!("CARGO_MANIFEST_DIR"));
    let held =
        [&only[..], &["--baseline", "baselines", "--stale", "error", "--", "python3", &program]].concat();
    assert_eq!(stage.illformed(&held).code, 0);
    stage.illformed(&["baseline", "update", "report.json", "baselines"]);
    assert_eq!(stage.text(), before);
}

#[test]
fn a_cause_that_is_accepted_openly_and_sealed_is_an_error() {
    let stage = sealed();
    let text = stage.text();
    let entry = entries(&text).trim_start_matches(":[\n").trim_end_matches("\n]\n}\n");
    let count = entry.split_once("\n[").unwrap().1.split_once("\",").unwrap().1.split_once(']').unwrap().0;
    let open = format!(
        "{{\"cause\":\"accepts-overlong-2\",\"why\":\"untold\",\"groups\":[\n[\"overlong\",{count}]\n]}}"
    );
    fs::write(stage.baseline(), text.replacen(entry, &format!("{entry},\n{open}"), 1)).unwrap();
    let said = stage.held("c080=00", &[]);
    assert_eq!(said.code, 2, "{}", said.stderr);
    assert!(said.stderr.contains("/entries/1/cause: /entries/0 accepts it, too"), "{}", said.stderr);
}

#[test]
fn any_answer_is_accepted_where_the_baseline_says_so_and_no_other_cause() {
    for more in [&["--any"][..], &["--any", "--sealed"]] {
        let stage = Stage::new();
        stage.run("c080=00", &[]);
        let said = stage.write("The text differs from run to run.", more);
        assert!(stage.text().contains(",1,\"*\"]"), "{}", said.stderr);
        for (faults, code) in [("c080=00", 0), ("c080!", 1), ("", 1), ("c080=00 eda080=eda080", 1)] {
            let said = stage.held(faults, &["--stale", "error"]);
            assert_eq!(said.code, code, "{more:?} {faults}: {}", said.stdout);
        }
    }
}

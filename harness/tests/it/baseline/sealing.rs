//! Entries that hold a decoder without telling what it fails.

use super::stage::Stage;

/// A stage whose baseline accepts, sealed, that the decoder takes C0 80 for NUL.
fn sealed() -> Stage {
    Stage::accepting("c080=00", "Its authors will hear of it first.", "--why untold --sealed")
}

/// The part of a baseline from its entries on: what it accepts.
fn entries(text: &str) -> &str {
    text.split_once("\"entries\"").expect("it has entries").1
}

#[test]
fn a_sealed_baseline_shows_no_cause_and_no_group_and_holds_both_ways() {
    let stage = sealed();
    let text = stage.text();
    for told in ["overlong", "nul", "accepts", "standard"] {
        assert!(!entries(&text).contains(told), "{told}: {text}");
    }
    for (faults, more, code, wanted) in [
        ("c080=00", "--stale error", 0, "1 failure as listed in"),
        ("c080=00 eda080=3f", "", 1, "new: surrogate/single-d800, accept 3f"),
        ("c080=00 2fc0ae2e2f=2f2e2e2f", "", 1, "accepts-overlong-2 in standard: 1 case fails, none accepted"),
        ("c080=20", "", 1, "ChangedWrong accepts-overlong-2 in overlong: 1 case fails with other answers"),
        ("c080!", "", 1, "Regressed"),
        ("", "", 0, "Fixed accepts-overlong-2 in overlong: 1 case failed for it, now none"),
        ("", "--stale error", 1, "Fixed"),
    ] {
        stage.held(faults, more).ends(code).has(&[wanted]);
    }
}

#[test]
fn update_removes_what_is_fixed_and_keeps_the_rest_sealed() {
    let reason = "Its authors will hear of it first.";
    let stage = Stage::accepting("c080=00 eda080=eda080 edbfbf=edbfbf", reason, "--sealed");
    let sealed = |stage: &Stage| entries(&stage.text()).matches("\"cause\":\"#").count();
    assert_eq!(sealed(&stage), 2);
    stage.run("eda080=eda080", "");
    stage.update("--only-fixed");
    assert_eq!(sealed(&stage), 1);
    assert!(!entries(&stage.text()).contains("surrogate"), "{}", stage.text());
    stage.held("eda080=eda080", "--stale error").ends(0);
    stage.held("eda080=eda080 edbfbf=edbfbf", "").ends(1);
    stage.run("", "");
    stage.update("--only-fixed");
    assert!(!stage.text().contains("\"cause\""), "{}", stage.text());
}

#[test]
fn what_was_not_asked_says_nothing_and_stays() {
    let stage = sealed();
    let before = stage.text();
    let program = format!("{}/tests/adapters/turned.py", env!("CARGO_MANIFEST_DIR"));
    let only = "--only standard/letter-a --baseline baselines --stale error";
    stage.typed(&format!("run --format json --out . {only} -- python3 '{program}'")).ends(0);
    stage.update("");
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
    stage.put(&text.replacen(entry, &format!("{entry},\n{open}"), 1));
    stage.held("c080=00", "").ends(2).complains(&["/entries/1/cause: /entries/0 accepts it, too"]);
}

#[test]
fn any_answer_is_accepted_where_the_baseline_says_so_and_no_other_cause() {
    for more in ["--any", "--any --sealed"] {
        let stage = Stage::accepting("c080=00", "The text differs from run to run.", more);
        assert!(stage.text().contains(",1,\"*\"]"), "{}", stage.text());
        for (faults, code) in [("c080=00", 0), ("c080!", 1), ("", 1), ("c080=00 eda080=eda080", 1)] {
            stage.held(faults, "--stale error").ends(code);
        }
    }
}

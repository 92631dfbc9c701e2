//! What writes, updates and shows files of baselines.

use super::stage::{BOTH, Stage};

fn accepted() -> Stage {
    Stage::accepting(BOTH, "Both are bug 2 of this decoder.", "")
}

/// Both, and one failure more.
const THREE: &str = "c080=00 eda080=eda080 41-";

#[test]
fn causes_are_accepted_one_at_a_time_with_reasons_of_their_own() {
    let stage = Stage::new();
    stage.run(BOTH, "");
    stage.write("The overlong NUL is ours.", "--cause accepts-overlong-2 --why nul");
    assert!(!stage.text().contains("accepts-surrogate"), "{}", stage.text());
    let surrogate = "A surrogate is a bug.";
    stage.write(surrogate, "--why surrogate").complains(&["3 failures for 1 cause"]);
    stage.held(BOTH, "--stale error").ends(0);
    let another = "Another reason than that.";
    stage.write(another, "--why nul").complains(&["nothing to write"]);
    let meant = "did you mean `accepts-surrogate`";
    stage.write(surrogate, "--cause accepts-surogate").ends(2).complains(&[meant]);
    stage.run(THREE, "").ends(1);
    stage.write(another, "--why nul").ends(2).complains(&["it has another reason of this id"]);
    // One file has counts of the same cases.
    stage.run(THREE, "--from standard/letter-a");
    stage.write("It refuses a letter.", "--why letter").ends(2).complains(&["refer to other cases"]);
}

#[test]
fn a_reason_is_required_and_is_a_sentence() {
    let stage = Stage::new();
    stage.run("c080=00", "");
    stage.typed("baseline write report.json --out baselines").ends(2).complains(&["--reason <TEXT>"]);
    for reason in ["", "  ", "todo", "two\nlines", " Spaced around. "] {
        stage.write(reason, "").ends(2);
        assert!(!stage.path("baselines").exists(), "{reason:?}");
    }
}

#[test]
fn a_cause_that_fails_after_its_reason_is_over_gets_the_new_reason() {
    let stage = accepted();
    stage.put(&stage.text().replacen("decoder.\"", "decoder.\",\"until\":\"2020-02-29\"", 1));
    stage.run(BOTH, "");
    stage.write("They wait for release 2.", "--why later").ends(0);
    let text = stage.text();
    assert!(text.contains("release 2") && !text.contains("2020"), "{text}");
    stage.held(BOTH, "--stale error").ends(0);
}

#[test]
fn what_cannot_be_written_is_exit_2_and_nothing_is_lost() {
    let stage = Stage::new();
    stage.run("c080=00", "");
    stage.0.write("baselines", "a file");
    stage.write("Takes the overlong NUL, which is bug 1.", "").ends(2).complains(&["baselines"]);
    assert_eq!(stage.0.read("baselines"), "a file");
}

#[test]
fn update_takes_out_fixed_causes_and_accepts_nothing_new() {
    let stage = accepted();
    let before = stage.text();
    stage.run(THREE, "");
    stage.update("").complains(&["unchanged"]);
    assert_eq!(stage.text(), before);

    stage.run("eda080=eda080", "");
    stage.update("--only-fixed");
    assert!(!stage.text().contains("accepts-overlong-2") && stage.text().contains("accepts-surrogate"));
    stage.held("eda080=eda080", "--stale error").ends(0);
    stage.held(BOTH, "").ends(1);

    stage.run("", "");
    stage.update("--only-fixed");
    let text = stage.text();
    assert!(!text.contains("\"cause\"") && !text.contains("asked") && !text.contains("bug 2"), "{text}");
    stage.held("", "--stale error").ends(0);
}

#[test]
fn a_cause_that_is_fixed_in_all_groups_has_one_line_and_else_one_for_each_group() {
    let faults = "c080=00 2fc0ae2e2f=2f2e2e2f eda080=eda080";
    let stage = Stage::accepting(faults, "All are bug 2 of this decoder.", "");
    for (faults, line) in [
        ("eda080=eda080", "  Fixed accepts-overlong-2: 2 cases failed for it, now none, in 2 groups"),
        (BOTH, "  Fixed accepts-overlong-2 in standard: 1 case failed for it, now none"),
    ] {
        let text = stage.held(faults, "").ends(0).stdout;
        let fixed: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with("Fixed")).collect();
        assert!(matches!(fixed[..], [fixed] if fixed.starts_with(line)), "{text}");
    }
}

#[test]
fn of_a_newer_suite_or_another_version_as_many_cases_as_are_new_are_forgiven_until_counts_are_updated() {
    let faults = "c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f";
    for (is_newer, outdated) in [
        (true, "Outdated asked: counted with the suite 0"),
        (false, "Outdated asked: counted with other cases of this suite"),
    ] {
        let stage = accepted();
        let text = stage.text();
        // One case of the group `standard` is new.
        let (before, rest) = text.split_once("[\"standard\",").unwrap();
        let (count, rest) = rest.split_once(',').unwrap();
        let fewer = count.parse::<usize>().unwrap() - 1;
        if is_newer {
            let before = before.replace(r#""suite":""#, r#""suite":"0"#);
            stage.put(&format!("{before}[\"standard\",{fewer},{rest}"));
        } else {
            let (_, rest) = rest.split_once(']').unwrap();
            stage.put(&format!("{before}[\"standard\",{fewer},\"#0000000000000000\"]{rest}"));
        }
        stage.held(faults, "").ends(0).has(&[outdated]);
        stage.held(faults, "--stale error").ends(1);
        stage.update("");
        stage.held(faults, "--stale error").ends(0);
    }
}

#[test]
fn show_says_what_is_accepted_and_why() {
    let more = "--link https://example.org/1 --until 9999-12-31 --for-version '>=2,<3' --os linux";
    let stage = Stage::accepting("c080=00", "Takes the overlong NUL, which is bug 1.", more);
    stage.typed("baseline show --groups baselines").has(&[
        "turned/strict  baselines/turned/strict.json",
        "accepted: 1 cause with 1 case: Takes the overlong NUL, which is bug 1.",
        "https://example.org/1",
        "until 9999-12-31",
        "only versions >=2,<3",
        "only on linux",
        "    accepts-overlong-2  1 case",
        "      overlong  1 case",
    ]);
}

#[test]
fn update_keeps_what_was_not_judged() {
    let stage = accepted();
    stage.held("c080? eda080=eda080", "");
    let before = stage.text();
    for more in ["--only-fixed", ""] {
        stage.update(more).complains(&["unchanged"]);
        assert_eq!(stage.text(), before);
    }
}

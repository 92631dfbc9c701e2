//! What writes, updates and shows files of baselines.

use super::stage::Stage;
use std::fs;

/// A stage whose baseline accepts that the decoder takes C0 80 for NUL and ED A0 80 for U+D800.
fn accepted() -> Stage {
    let stage = Stage::new();
    assert_eq!(stage.run("c080=00 eda080=eda080", &[]).code, 1);
    stage.write("Both are bug 2 of this decoder.", &[]);
    stage
}

#[test]
fn causes_are_accepted_one_at_a_time_with_reasons_of_their_own() {
    let stage = Stage::new();
    stage.run("c080=00 eda080=eda080", &[]);
    stage.write("The overlong NUL is ours.", &["--cause", "accepts-overlong-2", "--why", "nul"]);
    assert!(!stage.text().contains("accepts-surrogate"), "{}", stage.text());
    let said = stage.write("A surrogate is a bug.", &["--why", "surrogate"]);
    assert!(said.stderr.contains("3 failures for 1 cause"), "{}", said.stderr);
    assert_eq!(stage.held("c080=00 eda080=eda080", &["--stale", "error"]).code, 0);
    let said = stage.write("Another reason than that.", &["--why", "nul"]);
    assert!(said.stderr.contains("nothing to write"), "{}", said.stderr);
    let said = stage.write("A surrogate is a bug.", &["--cause", "accepts-surogate"]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("did you mean `accepts-surrogate`"), "{}", said.stderr);
    let said = stage.run("c080=00 eda080=eda080 41-", &[]);
    assert_eq!(said.code, 1);
    let said = stage.write("Another reason than that.", &["--why", "nul"]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("it has another reason of this id"), "{}", said.stderr);
    // One file has counts of the same cases.
    stage.run("c080=00 eda080=eda080 41-", &["--from", "standard/letter-a"]);
    let said = stage.write("It refuses a letter.", &["--why", "letter"]);
    assert!(said.code == 2 && said.stderr.contains("refer to other cases"), "{}", said.stderr);
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
fn a_cause_that_fails_after_its_reason_is_over_gets_the_new_reason() {
    let stage = accepted();
    let past = stage.text().replacen("of this decoder.\"", "of this decoder.\",\"until\":\"2020-02-29\"", 1);
    fs::write(stage.baseline(), past).unwrap();
    stage.run("c080=00 eda080=eda080", &[]);
    assert_eq!(stage.write("They wait for release 2.", &["--why", "later"]).code, 0);
    let text = stage.text();
    assert!(text.contains("release 2") && !text.contains("2020"), "{text}");
    assert_eq!(stage.held("c080=00 eda080=eda080", &["--stale", "error"]).code, 0);
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
fn update_takes_out_fixed_causes_and_accepts_nothing_new() {
    let stage = accepted();
    let before = stage.text();
    stage.run("c080=00 eda080=eda080 41-", &[]);
    let said = stage.illformed(&["baseline", "update", "report.json", "baselines"]);
    assert!(said.stderr.contains("unchanged"), "{}", said.stderr);
    assert_eq!(stage.text(), before);

    stage.run("eda080=eda080", &[]);
    for more in [&["--only", "overlong/*"][..], &[]] {
        stage.run("eda080=eda080", more);
    }
    stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "baselines"]);
    assert!(!stage.text().contains("accepts-overlong-2") && stage.text().contains("accepts-surrogate"));
    assert_eq!(stage.held("eda080=eda080", &["--stale", "error"]).code, 0);
    assert_eq!(stage.held("c080=00 eda080=eda080", &[]).code, 1);

    stage.run("", &[]);
    stage.illformed(&["baseline", "update", "--only-fixed", "report.json", "baselines"]);
    let text = stage.text();
    assert!(!text.contains("\"cause\"") && !text.contains("asked") && !text.contains("bug 2"), "{text}");
    assert_eq!(stage.held("", &["--stale", "error"]).code, 0);
}

#[test]
fn a_cause_that_is_fixed_in_all_groups_has_one_line() {
    let stage = Stage::new();
    let faults = "c080=00 2fc0ae2e2f=2f2e2e2f eda080=eda080";
    stage.run(faults, &[]);
    stage.write("All are bug 2 of this decoder.", &[]);
    let said = stage.held("eda080=eda080", &[]);
    assert_eq!(said.code, 0, "{}", said.stdout);
    let lines: Vec<&str> =
        said.stdout.lines().filter(|line| line.trim_start().starts_with("Fixed")).collect();
    assert_eq!(
        lines,
        ["  Fixed accepts-overlong-2: 2 cases failed for it, now none, in 2 groups"],
        "{}",
        said.stdout
    );
    // Where a part is fixed, each group has its line.
    let said = stage.held("c080=00 eda080=eda080", &[]);
    assert!(
        said.stdout.contains("Fixed accepts-overlong-2 in standard: 1 case failed for it, now none"),
        "{}",
        said.stdout
    );
}

#[test]
fn of_a_newer_suite_only_as_many_cases_as_are_new_are_forgiven() {
    let stage = accepted();
    let older = |group: &str, fewer: usize| {
        let text = stage.text().replace(r#""suite":""#, r#""suite":"0"#);
        let asked = text.split_once(&format!("[\"{group}\",")).unwrap().1.split_once(',').unwrap().0;
        let count: usize = asked.parse().unwrap();
        text.replacen(&format!("[\"{group}\",{count},"), &format!("[\"{group}\",{},", count - fewer), 1)
    };
    let file = stage.baseline();
    // One vector of the group `standard` is new.
    fs::write(&file, older("standard", 1)).unwrap();
    let said = stage.held("c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f", &[]);
    assert_eq!(said.code, 0, "{}", said.stdout);
    assert!(said.stdout.contains("Outdated asked: counted with the suite 0"), "{}", said.stdout);
    let said = stage.held("c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f", &["--stale", "error"]);
    assert_eq!(said.code, 1, "{}", said.stdout);
    stage.illformed(&["baseline", "update", "report.json", "baselines"]);
    let held = stage.held("c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f", &["--stale", "error"]);
    assert_eq!(held.code, 0, "{}", held.stdout);
}

#[test]
fn what_another_version_derives_from_the_same_suite_makes_counts_outdated_until_they_are_updated() {
    let stage = accepted();
    // One derived case of the group `standard` is new.
    let text = stage.text();
    let (before, rest) = text.split_once("[\"standard\",").unwrap();
    let (count, rest) = rest.split_once(',').unwrap();
    let fewer = count.parse::<usize>().unwrap() - 1;
    let (_, rest) = rest.split_once(']').unwrap();
    let older = format!("{before}[\"standard\",{fewer},\"#0000000000000000\"]{rest}");
    fs::write(stage.baseline(), older).unwrap();
    let faults = "c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f";
    let said = stage.held(faults, &[]);
    assert_eq!(said.code, 0, "{}", said.stdout);
    assert!(
        said.stdout.contains("Outdated asked: counted with other cases of this suite"),
        "{}",
        said.stdout
    );
    assert_eq!(stage.held(faults, &["--stale", "error"]).code, 1);
    stage.illformed(&["baseline", "update", "report.json", "baselines"]);
    let held = stage.held(faults, &["--stale", "error"]);
    assert_eq!(held.code, 0, "{}", held.stdout);
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
    let said = stage.illformed(&["baseline", "show", "--groups", "baselines"]);
    let wanted = [
        "turned/strict  baselines/turned/strict.json",
        "accepted: 1 cause with 1 case: Takes the overlong NUL, which is bug 1.",
        "https://example.org/1",
        "until 9999-12-31",
        "only versions >=2,<3",
        "only on linux",
        "    accepts-overlong-2  1 case",
        "      overlong  1 case",
    ];
    for wanted in wanted {
        assert!(said.stdout.contains(wanted), "{wanted}: {}", said.stdout);
    }
}

#[test]
fn update_keeps_what_was_not_judged() {
    let stage = accepted();
    stage.held("c080? eda080=eda080", &[]);
    let before = stage.text();
    for more in [&["--only-fixed"][..], &[]] {
        let mut arguments = vec!["baseline", "update", "report.json", "baselines"];
        arguments.extend(more);
        let said = stage.illformed(&arguments);
        assert!(said.stderr.contains("unchanged"), "{}", said.stderr);
        assert_eq!(stage.text(), before);
    }
}

//! Baselines that accept causes.

use super::stage::Stage;
use std::fs;

/// A stage whose baseline accepts that the decoder takes C0 80 for NUL and ED A0 80 for U+D800.
fn accepted() -> Stage {
    let stage = Stage::new();
    assert_eq!(stage.run("c080=00 eda080=eda080", &[]).code, 1);
    let said = stage.write_causes("Both are bug 2 of this decoder.", &[]);
    assert!(said.stderr.contains("accepted 2 failures in 2 causes"), "{}", said.stderr);
    stage
}

#[test]
fn a_baseline_has_causes_with_counts_and_no_cases() {
    let stage = accepted();
    let text = stage.text();
    for wanted in [
        r#""cause":"accepts-overlong-2""#,
        r#""cause":"accepts-surrogate""#,
        r#""group":"overlong","wrong":[1,"#,
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(!text.contains(r#""case""#) && !text.contains("accept 00"), "{text}");
    let said = stage.illformed(&["baseline", "show", "--entries", "baselines"]);
    for wanted in ["2 causes with 2 cases", "accepts-overlong-2  1 case", "overlong  1 wrong"] {
        assert!(said.stdout.contains(wanted), "{wanted}: {}", said.stdout);
    }
}

#[test]
fn each_change_of_an_accepted_cause_has_its_exit_code_and_its_line() {
    let stage = accepted();
    let table: [(&str, &str, &[&str], i32, &str); 9] = [
        ("as accepted", "c080=00 eda080=eda080", &[], 0, "2 failures as listed"),
        (
            "one more case of an accepted cause, in another group",
            "c080=00 eda080=eda080 2fc0ae2e2f=2f2e2e2f",
            &[],
            1,
            "Regressed accepts-overlong-2 in standard: 1 more with a wrong answer; 0 cases are accepted",
        ),
        (
            "another cause",
            "c080=00 eda080=eda080 41-",
            &[],
            1,
            "Regressed standard/letter-a: not listed, reject",
        ),
        ("the same with another answer", "c080! eda080=eda080", &[], 1, "Regressed overlong/nul-two-bytes"),
        ("one passes", "eda080=eda080", &[], 0, "Fixed accepts-overlong-2 in overlong: its case passes"),
        (
            "one passes, stale is an error",
            "eda080=eda080",
            &["--stale", "error"],
            1,
            "Fixed accepts-overlong-2",
        ),
        ("one was not judged", "c080? eda080=eda080", &[], 0, "Unjudged accepts-overlong-2 in overlong"),
        (
            "one was not judged, stale is an error",
            "c080? eda080=eda080",
            &["--stale", "error"],
            1,
            "Unjudged accepts-overlong-2 in overlong",
        ),
        (
            "a part of the cases is asked",
            "c080=00 eda080=eda080",
            &["--to", "overlong/nul-two-bytes"],
            0,
            "as listed",
        ),
    ];
    for (name, faults, more, code, line) in table {
        let said = stage.held(faults, more);
        assert_eq!(said.code, code, "{name}: {}{}", said.stdout, said.stderr);
        let text = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(line), "{name}: {line}\n{}", said.stdout);
    }
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
    assert!(!text.contains("\"cause") && !text.contains("asked") && !text.contains("bug 2"), "{text}");
    assert_eq!(stage.held("", &["--stale", "error"]).code, 0);
}

#[test]
fn a_cause_that_is_fixed_in_all_groups_has_one_line() {
    let stage = Stage::new();
    let faults = "c080=00 2fc0ae2e2f=2f2e2e2f eda080=eda080";
    stage.run(faults, &[]);
    stage.write_causes("All are bug 2 of this decoder.", &[]);
    let said = stage.held("eda080=eda080", &[]);
    assert_eq!(said.code, 0, "{}", said.stdout);
    let lines: Vec<&str> =
        said.stdout.lines().filter(|line| line.trim_start().starts_with("Fixed")).collect();
    assert_eq!(lines, ["  Fixed accepts-overlong-2: all 2 cases pass, in 2 groups"], "{}", said.stdout);
    // Where a part is fixed, each group has its line.
    let said = stage.held("c080=00 eda080=eda080", &[]);
    assert!(said.stdout.contains("Fixed accepts-overlong-2 in standard: its case passes"), "{}", said.stdout);
}

#[test]
fn causes_are_accepted_one_at_a_time_with_reasons_of_their_own() {
    let stage = Stage::new();
    stage.run("c080=00 eda080=eda080", &[]);
    stage.write_causes("The overlong NUL is ours.", &["--cause", "accepts-overlong-2", "--why", "nul"]);
    assert!(!stage.text().contains("accepts-surrogate"), "{}", stage.text());
    let said = stage.write_causes("A surrogate is a bug.", &["--why", "surrogate"]);
    assert!(said.stderr.contains("1 failure in 1 cause"), "{}", said.stderr);
    assert_eq!(stage.held("c080=00 eda080=eda080", &["--stale", "error"]).code, 0);
    let said = stage.write_causes("Another reason than that.", &["--why", "nul"]);
    assert!(said.stderr.contains("nothing to write"), "{}", said.stderr);
    let said = stage.write_causes("A surrogate is a bug.", &["--cause", "accepts-surogate"]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("did you mean `accepts-surrogate`"), "{}", said.stderr);
    // Counts of other cases cannot stand in one file.
    stage.run("c080=00 eda080=eda080 41-", &["--to", "standard/letter-a"]);
    let said = stage.write_causes("It refuses a letter.", &["--why", "letter"]);
    assert!(said.code == 0 || said.stderr.contains("refer to other cases"), "{}", said.stderr);
}

#[test]
fn of_a_newer_suite_only_as_many_cases_as_are_new_are_forgiven() {
    let stage = accepted();
    let older = |group: &str, fewer: usize| {
        let text = stage.text().replace(r#""suite":""#, r#""suite":"0"#);
        let asked = text.split_once(&format!("\"{group}\":[")).unwrap().1.split_once(',').unwrap().0;
        let count: usize = asked.parse().unwrap();
        text.replacen(&format!("\"{group}\":[{count},"), &format!("\"{group}\":[{},", count - fewer), 1)
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
fn what_contradicts_itself_is_refused_with_its_place() {
    let stage = accepted();
    let good = stage.text();
    let table = [
        (
            r#""cause":"accepts-surrogate""#,
            r#""cause":"accepts-surogate""#,
            "/causes/1/cause: unknown variant",
        ),
        (r#""cause":"accepts-surrogate""#, r#""cause":"accepts-overlong-2""#, "is accepted twice: /causes/0"),
        (r#""group":"surrogate""#, r#""group":"surrogates""#, "`surrogates` has 1 cases, and 0 were asked"),
        (r#""wrong":[1,"#, r#""wrong":[9999999,"#, "has 9999999 cases, and"),
        (r#""wrong":[1,"#, r#""wrong":[0,"#, "a count of 0: leave it out"),
        (r#""wrong":[1,"#, r#""wrong":[18446744073709551615,"#, "a count of 18446744073709551615: at most"),
        (
            r#""schema":2"#,
            r#""schema":1"#,
            "an older illformed wrote it, in schema 1; this one reads schema 2",
        ),
        (r#""asked":"#, r#""askd":"#, "unknown field `askd`"),
        (r#""why":"accepted""#, r#""why":"gone""#, "/causes/0/why: no reason `gone`"),
    ];
    let (before, asked) = good.split_once(r#""groups":{"#).unwrap();
    let (name, asked) = asked.split_once(r##","#"##).unwrap();
    let any = format!(r#"{before}"groups":{{{name},"*"{}"#, &asked[17..]);
    let table = table.into_iter().map(|(from, to, wanted)| (to, good.replacen(from, to, 1), wanted));
    for (to, bad, wanted) in table.chain([("any case", any, "has no digest: `*` stands for answers")]) {
        assert_ne!(bad, good, "{to}");
        fs::write(stage.baseline(), bad).unwrap();
        let said = stage.held("", &[]);
        assert_eq!(said.code, 2, "{to}: {}", said.stdout);
        assert!(said.stderr.contains(wanted), "{wanted}: {}", said.stderr);
    }
}

//! Baselines that cannot be used: refused with the file, the line and the place, before anything is asked.

use super::stage::Stage;
use std::fs;

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place_before_anything_is_asked() {
    let stage = Stage::new();
    stage.run("c080=00 eda080=eda080", &[]);
    stage.write("Both are bug 2 of this decoder.", &[]);
    let good = stage.text();
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}: {good}");
        good.replacen(from, to, 1)
    };
    let line = |part: &str| good.lines().position(|line| line.contains(part)).unwrap() + 1;
    let (first, second) = (line("accepts-overlong-2"), line("accepts-surrogate"));
    let count = good.lines().nth(first).unwrap();
    let asked = good.lines().find(|line| line.starts_with("[\"overlong\"")).unwrap().trim_end_matches(',');
    let digest = asked.rsplit_once(',').unwrap().1;
    let file = "strict.json";
    let table = [
        (good[..good.len() / 2].to_owned(), format!("{file}: truncated at line ")),
        ("[]".to_owned(), format!("{file}: not a file of illformed: it has no `kind`")),
        (changed("illformed-baseline", "illformed-run"), format!("{file}: its kind is `illformed-run`")),
        (changed("\"schema\":3", "\"schema\":4"), "a newer illformed wrote it, in schema 4".to_owned()),
        (
            changed("\"schema\":3", "\"schema\":2"),
            "an older illformed wrote it, in schema 2; this one reads schema 3".to_owned(),
        ),
        (changed("\"entries\"", "\"entrees\""), "/entrees: unknown field `entrees`".to_owned()),
        (changed("\"asked\":", "\"askd\":"), "unknown field `askd`".to_owned()),
        (
            changed("accepts-surrogate", "accepts-surogate"),
            format!("{file}:{second} /entries/1/cause: unknown cause `accepts-surogate`"),
        ),
        (changed("accepts-surrogate", "#12"), "`#12` is not a digest".to_owned()),
        (
            changed("accepts-overlong-2", "accepts-surrogate"),
            format!("{file}:{second} /entries/1/cause: /entries/0 accepts it, too"),
        ),
        (
            changed("accepts-overlong-2", "unstable"),
            format!("{file}:{second} /entries/1: not sorted: expected before unstable"),
        ),
        (
            changed("\"why\":\"accepted\"", "\"why\":\"gone\""),
            format!("{file}:{first} /entries/0/why: no reason `gone`"),
        ),
        (
            changed("Both are bug 2 of this decoder.", ""),
            format!("{file}:6 /reasons/0: a reason has two words"),
        ),
        (
            changed("decoder.\"", "decoder.\",\"until\":\"2027-02-30\""),
            "invalid date `2027-02-30`".to_owned(),
        ),
        (
            changed("decoder.\"", "decoder.\",\"only\":{\"version\":\"3\"}"),
            "no condition on a version".to_owned(),
        ),
        (changed("decoder.\"", "decoder.\",\"link\":\"javascript:x\""), "is no http address".to_owned()),
        (changed(",\"why\":\"accepted\"", ""), "/entries/0: missing field `why`".to_owned()),
        (
            changed("\"reasons\":[\n", "\"reasons\":[\n{\"id\":\"idle\",\"reason\":\"Nobody names it.\"},\n"),
            "/reasons/0: no entry has the reason `idle`".to_owned(),
        ),
        (
            changed("decoder.\"", "decoder.\",\"only\":{\"os\":\"Linux\"}"),
            "`Linux` is no name of a system".to_owned(),
        ),
        (changed("turned/strict", "turned/../strict"), "not a decoder, expected adapter/decoder".to_owned()),
        (changed(count, &count.replace(",1,", ",0,")), "a count of 0: remove the group".to_owned()),
        (
            changed(count, &count.replace(",1,", ",9999999,")),
            format!("{file}:{first} /entries/0/groups: `overlong` has 9999999 failing cases, and"),
        ),
        (
            changed(count, &count.replace(",1,", ",18446744073709551615,")),
            "a count of 18446744073709551615: at most".to_owned(),
        ),
        (
            changed(count, &count.replace("overlong", "overlongs")),
            "`overlongs` has 1 failing cases, and 0 were asked".to_owned(),
        ),
        (
            changed(count, &format!("{count},\n{count}")),
            "groups are not sorted by name, or one is a duplicate".to_owned(),
        ),
        (
            changed(asked, &format!("{asked},\n{asked}")),
            "/asked: groups are not sorted by name, or one is a duplicate".to_owned(),
        ),
        (
            changed(asked, &asked.replace(digest, "\"*\"]")),
            "has no digest: `*` stands for answers".to_owned(),
        ),
    ];
    for (text, wanted) in table {
        fs::write(stage.baseline(), &text).unwrap();
        let _ = fs::remove_file(stage.path("report.json"));
        let said = stage.held("", &[]);
        assert_eq!(said.code, 2, "{wanted}: {}{text}", said.stderr);
        assert!(said.stderr.contains(&wanted), "{wanted}: {}{text}", said.stderr);
        assert!(!stage.path("report.json").exists(), "{wanted}: something was asked");
    }
}

#[test]
fn two_baselines_of_one_decoder_and_folders_without_any_are_refused() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    stage.write("Takes the overlong NUL, which is bug 1.", &[]);
    fs::write(stage.path("baselines/again.json"), stage.text()).unwrap();
    let said = stage.held("", &[]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("is a baseline of turned/strict too"), "{}", said.stderr);
    fs::create_dir(stage.path("empty")).unwrap();
    for (path, wanted) in [("empty", "no .json file in this folder"), ("gone", "gone: ")] {
        let said = stage.run("", &["--baseline", path]);
        assert_eq!(said.code, 2);
        assert!(said.stderr.contains(wanted), "{}", said.stderr);
    }
}

#[test]
fn two_baselines_for_different_platforms_may_be_of_one_decoder_and_two_that_both_describe_it_may_not() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    stage.write("So it is.", &[]);
    let here = std::env::consts::OS;
    let on = |os: &str| {
        stage.text().replacen("\"reasons\"", &format!("\"only\":{{\"os\":\"{os}\"}},\n\"reasons\""), 1)
    };
    fs::write(stage.path("baselines/elsewhere.json"), on("nowhere")).unwrap();
    assert_eq!(stage.held("c080=00", &["--stale", "error"]).code, 0);
    fs::write(stage.path("baselines/elsewhere.json"), on(here)).unwrap();
    fs::remove_file(stage.path("report.json")).unwrap();
    let said = stage.held("c080=00", &[]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("both describe turned/strict as it is here"), "{}", said.stderr);
    assert!(stage.path("report.json").exists(), "the report of a run is not lost");
}

#[test]
fn one_cause_may_be_accepted_for_platforms_of_which_no_decoder_runs_on_both() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    stage.write("So it is elsewhere.", &["--why", "elsewhere", "--os", "nowhere"]);
    let said = stage.held("c080=00", &[]);
    assert!(said.code == 1 && said.stdout.contains("new: overlong/nul-two-bytes"), "{}", said.stdout);
    stage.run("c080=00", &[]);
    let said = stage.write("So it is here.", &["--why", "here", "--os", std::env::consts::OS]);
    assert_eq!(said.code, 0, "{}", said.stderr);
    let said = stage.held("c080=00", &["--stale", "error"]);
    assert_eq!(said.code, 0, "{}", said.stdout);
    let both = stage.text().replace(",\"only\":{\"os\":\"nowhere\"}", "");
    assert_ne!(both, stage.text());
    fs::write(stage.baseline(), both).unwrap();
    let said = stage.held("c080=00", &[]);
    assert!(
        said.code == 2 && said.stderr.contains("accept the same cause of this decoder"),
        "{}",
        said.stderr
    );
}

#[test]
fn what_would_accept_nothing_is_not_written() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    for (more, wanted) in [
        (["--until", "2020-01-01"], "--until 2020-01-01: the run is later"),
        (["--cause", "accepts-surogate"], "did you mean `accepts-surrogate`"),
        (["--link", "https://"], "is no http address"),
    ] {
        let said = stage.write("Takes the overlong NUL.", &more);
        assert!(said.code == 2 && said.stderr.contains(wanted), "{}", said.stderr);
        assert!(!stage.path("baselines").exists(), "{more:?}");
    }
}

#[test]
fn a_report_whose_decoder_has_the_name_of_another_folder_is_refused() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    let text = fs::read_to_string(stage.path("report.json")).unwrap();
    fs::write(stage.path("report.json"), text.replace(r#""adapter": "turned""#, r#""adapter": "../turned""#))
        .unwrap();
    let said = stage.write("Takes the overlong NUL.", &[]);
    assert!(said.code == 2 && said.stderr.contains("`../turned` is no name"), "{}", said.stderr);
}

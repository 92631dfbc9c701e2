//! Baselines that cannot be used: refused with the file, the line and the place, before anything is asked.

use super::stage::Stage;
use std::fs;

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place_before_anything_is_asked() {
    let stage = Stage::new();
    stage.run("c080=00 eda080=3f", &[]);
    stage.write("Both are bug 2 of this decoder.", &[]);
    let good = stage.text();
    let entry = good.lines().find(|line| line.contains("nul-two-bytes")).unwrap().trim_end_matches(',');
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1)
    };
    let file = "strict.json";
    let table = [
        (good[..good.len() / 2].to_owned(), format!("{file}: ends in the middle")),
        ("[]".to_owned(), format!("{file}: no file of illformed: it has no `kind`")),
        (changed("illformed-baseline", "illformed-run"), format!("{file}: its kind is `illformed-run`")),
        (changed("\"schema\":2", "\"schema\":3"), "a newer illformed wrote it, in schema 3".to_owned()),
        (changed("\"entries\"", "\"entrees\""), format!("{file}:8 /entrees: unknown field `entrees`")),
        (changed(entry, &format!("{entry},\n{entry}")), format!("{file}:10 /entries/1/case: listed twice")),
        (
            changed("overlong/nul-two-bytes", "overlong/nul-three-bytez"),
            format!("{file}:9 /entries/0/case: no vector overlong/nul-three-bytez"),
        ),
        (
            changed("overlong/nul-two-bytes", "overlong/nul-two-bytes@split=7"),
            format!("{file}:9 /entries/0/case: no case overlong/nul-two-bytes@split=7"),
        ),
        (
            changed("\"why\":\"accepted\"", "\"why\":\"gone\""),
            format!("{file}:9 /entries/0/why: no reason `gone`"),
        ),
        (
            changed("\"verdict\":\"fail\"", "\"verdict\":\"pass\""),
            "`pass` is no verdict of a failure: crashed, fail, flaky, late-error".to_owned(),
        ),
        (
            changed("\"verdict\":\"fail\"", "\"verdict\":\"fails\""),
            format!("{file}:9 /entries/0/verdict: unknown variant `fails`, expected one of"),
        ),
        (
            changed("Both are bug 2 of this decoder.", ""),
            format!("{file}:6 /reasons/0: a reason has two words"),
        ),
        (changed("decoder.\"", "decoder.\",\"until\":\"2027-02-30\""), "`2027-02-30` is no day".to_owned()),
        (
            changed("decoder.\"", "decoder.\",\"only\":{\"version\":\"3\"}"),
            "no condition on a version".to_owned(),
        ),
        (changed("decoder.\"", "decoder.\",\"link\":\"javascript:x\""), "is no http address".to_owned()),
        (
            changed("]\n}", ",\n{\"case\":\"surrogate/single-d800\"}]\n}"),
            format!("{file}:12 /entries/2: missing field `profile`"),
        ),
        (
            changed("\"reasons\":[\n", "\"reasons\":[\n{\"id\":\"idle\",\"reason\":\"Nobody names it.\"},\n"),
            "/reasons/0: no entry has the reason `idle`".to_owned(),
        ),
        (
            changed("\"accept 00\"", "[\"accept 00\",\"accept 01\"]"),
            format!("{file}:9 /entries/0/observed: one case gives one observation"),
        ),
        (
            changed("overlong/nul-two-bytes", "overlong/nul-two-bytes@scalars=*"),
            "no scalars is derived from that vector".to_owned(),
        ),
        (
            changed("overlong/nul-two-bytes", "truncated/c2-at-end"),
            format!("{file}:10 /entries/1: not sorted: it should stand before truncated/c2-at-end"),
        ),
        (
            changed("decoder.\"", "decoder.\",\"only\":{\"os\":\"Linux\"}"),
            "`Linux` is no name of a system".to_owned(),
        ),
        (
            changed("decoder.\"", "decoder.\",\"only\":{\"version\":\">=3,<2\"}"),
            "no version is in `>=3,<2`".to_owned(),
        ),
        (changed("turned/strict", "turned/../strict"), "no decoder, expected adapter/decoder".to_owned()),
        (
            changed("\"accept 00\"", "[\"*\",\"accept 00\"]"),
            format!("{file}:9 /entries/0/observed: `*` is whatever it gives, and stands alone"),
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
fn a_pattern_and_a_case_that_it_covers_are_listed_twice() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    stage.write("Takes the overlong NUL, which is bug 1.", &[]);
    let entry = |case: &str| {
        format!(
            r#"{{"case":"{case}","profile":"rfc3629","verdict":"fail","observed":"accept 00","why":"accepted"}}"#
        )
    };
    let pattern = format!(
        "\n{},\n{},\n",
        entry("overlong/nul-two-bytes@split=*"),
        entry("overlong/nul-two-bytes@split=1")
    );
    let text = stage.text().replacen("\n{\"case\"", &format!("{pattern}{{\"case\""), 1);
    fs::write(stage.baseline(), &text).unwrap();
    let said = stage.held("", &[]);
    assert_eq!(said.code, 2);
    assert!(said.stderr.contains("/entries/1/case: listed twice: /entries/0 is"), "{}{text}", said.stderr);
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
fn one_case_may_be_listed_for_platforms_of_which_no_decoder_runs_on_both() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    stage.write("So it is elsewhere.", &["--why", "elsewhere", "--os", "nowhere"]);
    let said = stage.held("c080=00", &[]);
    assert!(said.code == 1 && said.stdout.contains("Regressed overlong/nul-two-bytes"), "{}", said.stdout);
    stage.run("c080=00", &[]);
    let said = stage.write("So it is here.", &["--why", "here", "--os", std::env::consts::OS]);
    assert_eq!(said.code, 0, "{}", said.stderr);
    let said = stage.held("c080=00", &["--stale", "error"]);
    assert_eq!(said.code, 0, "{}", said.stdout);
    let said = stage.held("c080=20", &[]);
    assert!(said.stdout.contains("gave `accept 00`, gives `accept 20`"), "{}", said.stdout);
    let both = stage.text().replace("\"only\":{\"os\":\"nowhere\"}", "\"only\":{}");
    fs::write(stage.baseline(), both).unwrap();
    let said = stage.held("c080=00", &[]);
    assert!(said.stderr.contains("listed twice"), "{}", said.stderr);
}

#[test]
fn what_would_accept_nothing_is_not_written() {
    let stage = Stage::new();
    stage.run("c080=00", &[]);
    for (more, wanted) in [
        (["--until", "2020-01-01"], "--until 2020-01-01: the run is later"),
        (["--only", "nosuch/*"], "--only nosuch/*: no case of that id"),
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

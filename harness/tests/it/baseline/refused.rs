//! Baselines that cannot be used: refused with the file, the line and the place, before anything is asked.

use super::stage::{BOTH, Stage};
use std::fs;

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place_before_anything_is_asked() {
    let stage = Stage::accepting(BOTH, "Both are bug 2 of this decoder.", "");
    let good = stage.text();
    let line = |part: &str| good.lines().position(|line| line.contains(part)).unwrap() + 1;
    let first = line("accepts-overlong-2");
    let entry = |line: usize, number: usize| format!("strict.json:{line} /entries/{number}");
    let entries = [entry(first, 0), entry(line("accepts-surrogate"), 1)];
    let count = good.lines().nth(first).unwrap();
    let counted = |from: &str, to: &str| count.replace(from, to);
    let asked = good.lines().find(|line| line.starts_with("[\"overlong\"")).unwrap().trim_end_matches(',');
    let digest = asked.rsplit_once(',').unwrap().1;
    let idle = "\"reasons\":[\n{\"id\":\"idle\",\"reason\":\"Nobody names it.\"},\n";
    // What stands in the file, what stands there instead, and the message; the places of the entries are FIRST and SECOND.
    let table = [
        ("illformed-baseline", "illformed-run", "strict.json: its kind is `illformed-run`"),
        ("\"schema\":3", "\"schema\":4", "a newer illformed wrote it, in schema 4"),
        ("\"schema\":3", "\"schema\":2", "an older illformed wrote it, in schema 2; this one reads schema 3"),
        ("\"entries\"", "\"entrees\"", "/entrees: unknown field `entrees`"),
        ("\"asked\":", "\"askd\":", "unknown field `askd`"),
        ("accepts-surrogate", "accepts-surogate", "SECOND/cause: unknown cause `accepts-surogate`"),
        ("accepts-surrogate", "#12", "`#12` is not a digest"),
        ("accepts-overlong-2", "accepts-surrogate", "SECOND/cause: /entries/0 accepts it, too"),
        ("accepts-overlong-2", "unstable", "SECOND: not sorted: expected before unstable"),
        ("\"why\":\"accepted\"", "\"why\":\"gone\"", "FIRST/why: no reason `gone`"),
        ("Both are bug 2 of this decoder.", "", "strict.json:6 /reasons/0: a reason has two words"),
        ("decoder.\"", "decoder.\",\"until\":\"2027-02-30\"", "invalid date `2027-02-30`"),
        ("decoder.\"", "decoder.\",\"only\":{\"version\":\"3\"}", "no condition on a version"),
        ("decoder.\"", "decoder.\",\"link\":\"javascript:x\"", "is no http address"),
        ("decoder.\"", "decoder.\",\"only\":{\"os\":\"Linux\"}", "`Linux` is no name of a system"),
        (",\"why\":\"accepted\"", "", "/entries/0: missing field `why`"),
        ("\"reasons\":[\n", idle, "/reasons/0: no entry has the reason `idle`"),
        ("turned/strict", "turned/../strict", "not a decoder, expected adapter/decoder"),
        (count, &counted(",1,", ",0,"), "a count of 0: remove the group"),
        (count, &counted(",1,", ",9999999,"), "FIRST/groups: `overlong` has 9999999 failing cases, and"),
        (count, &counted(",1,", ",18446744073709551615,"), "a count of 18446744073709551615: at most"),
        (count, &counted("overlong", "overlongs"), "`overlongs` has 1 failing cases, and 0 were asked"),
        (count, &format!("{count},\n{count}"), "groups are not sorted by name, or one is a duplicate"),
        (asked, &format!("{asked},\n{asked}"), "/asked: groups are not sorted by name, or one"),
        (asked, &asked.replace(digest, "\"*\"]"), "has no digest: `*` stands for answers"),
        (&good[good.len() / 2..], "", "strict.json: truncated at line "),
        (&good, "[]", "strict.json: not a file of illformed: it has no `kind`"),
    ];
    for (from, to, wanted) in table {
        let wanted = wanted.replace("FIRST", &entries[0]).replace("SECOND", &entries[1]);
        assert!(good.contains(from), "{from}: {good}");
        stage.put(&good.replacen(from, to, 1));
        let _ = fs::remove_file(stage.path("report.json"));
        stage.held("", "").ends(2).complains(&[&wanted]);
        assert!(!stage.path("report.json").exists(), "{wanted}: something was asked");
    }
}

#[test]
fn what_would_accept_nothing_is_not_written() {
    let stage = Stage::new();
    stage.run("c080=00", "");
    for (more, wanted) in [
        ("--until 2020-01-01", "--until 2020-01-01: the run is later"),
        ("--link https://", "is no http address"),
    ] {
        stage.write("Takes the overlong NUL.", more).ends(2).complains(&[wanted]);
        assert!(!stage.path("baselines").exists(), "{more}");
    }
    fs::create_dir(stage.path("empty")).unwrap();
    stage.run("", "--baseline empty").ends(2).complains(&["no .json file in this folder"]);
    // A decoder that has the name of another folder.
    let text = stage.0.read("report.json");
    stage.0.write("report.json", text.replace(r#""adapter": "turned""#, r#""adapter": "../turned""#));
    stage.write("Takes the overlong NUL.", "").ends(2).complains(&["`../turned` is no name"]);
}

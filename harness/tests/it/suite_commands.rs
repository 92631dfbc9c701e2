//! `illformed vectors` as its users meet it: what is said of a suite, and what is made of it.

use illformed::case::Plan;
use illformed::stats::SuiteStats;
use illformed_vectors::{ClaimFile, Expectation, Input, Kinds, Profile, Suite};
use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::path::Path;
use std::process;
use tempfile::TempDir;

fn run(arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("illformed"))
        .arg("vectors")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(run(arguments).success().stderr_eq("").get_output().stdout.clone())
        .expect("output is UTF-8")
}

#[track_caller]
fn assert_fits_80_columns(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80 && line == line.trim_end(), "{line}");
    }
}

#[test]
fn claims_are_printed_with_what_holds_them_and_counted() {
    let table = text(&["claims"]);
    assert_fits_80_columns(&table);
    assert!(table.starts_with("  1 held    U+0041 is the single byte 41.\n"), "{table}");
    assert!(table.ends_with("\n62 claims: 61 held, 1 partly, 0 open. 17 contradictions.\n"), "{table}");
    for claim in ClaimFile::embedded().claims() {
        assert!(claim.vectors.iter().all(|pattern| table.contains(&format!("\n  {pattern}"))), "{claim:?}");
    }
    assert!(
        table.contains("\n  overlong/nul-two-bytes\n") && table.contains("\n  never-valid/* (35 vectors)\n")
    );
    let json: Value = serde_json::from_str(&text(&["claims", "--format", "json"])).unwrap();
    assert_eq!(json, serde_json::from_str::<Value>(ClaimFile::embedded_source()).unwrap());
}

#[test]
fn stats_count_every_vector_once_and_every_profile_in_full() {
    let stats = SuiteStats::of(Suite::embedded());
    let vectors = Suite::embedded().vectors().count();
    assert_eq!(stats.total.vectors, vectors);
    assert_eq!(stats.groups.iter().map(|group| group.counts.vectors).sum::<usize>(), vectors);
    assert_eq!(stats.groups.iter().map(|group| group.counts.bytes).sum::<usize>(), stats.total.bytes);
    assert_eq!(stats.total.well_formed + stats.total.ill_formed, vectors);
    assert_eq!(vectors + stats.total.derived_cases, Plan::everything(Suite::embedded()).cases.len());
    for profile in &stats.profiles {
        assert_eq!(profile.well_formed + profile.ill_formed + profile.unspecified, vectors, "{profile:?}");
        assert_eq!(profile.differ == 0, profile.profile == "rfc3629", "{profile:?}");
    }
    assert_eq!(stats.importances.iter().map(|one| one.vectors).sum::<usize>(), vectors);
    assert_eq!(stats.importances.iter().map(|one| one.flags).sum::<usize>(), stats.flags.len());
    assert!(stats.importances.iter().map(|one| one.importance).eq(["critical", "major", "minor"]));
    let standard = stats.groups.iter().find(|group| group.group == "standard").unwrap();
    assert_eq!((standard.counts.ill_formed, standard.counts.scripts), (2, 0));
}

#[test]
fn stats_are_printed_as_a_table_and_as_json() {
    let table = text(&["stats"]);
    assert_fits_80_columns(&table);
    let stats = SuiteStats::of(Suite::embedded());
    let names =
        stats.groups.iter().map(|group| &group.group).chain(stats.flags.iter().map(|flag| &flag.flag));
    for name in names.map(String::as_str).chain(["all", "generalized"]) {
        assert!(table.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
    }
    for kind in ["encode", "detect", "label"] {
        assert!(table.lines().any(|line| line.starts_with(&format!("kind {kind} "))), "{table}");
    }
    let json: Value = serde_json::from_str(&text(&["stats", "--format", "json"])).unwrap();
    assert_eq!(json["kinds"][0]["vectors"], Kinds::embedded().encode.vectors.len());
    let json: Value =
        serde_json::from_str(&text(&["stats", "../vectors/suite", "--format", "json"])).unwrap();
    assert_eq!(json["total"], serde_json::to_value(stats.total).unwrap(), "a folder is counted as well");
}

fn export(format: &str, out: &Path, more: &[&str]) -> OutputAssert {
    let out = out.to_str().expect("a name of ours");
    run(&[&["export", "--format", format, "--out", out], more].concat())
}

#[test]
fn lines_of_an_export_are_the_vectors_of_the_files() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("suite.jsonl");
    export("jsonl", &out, &[]).success();
    let written = fs::read_to_string(&out).unwrap();
    let mut lines = written.lines();
    for (file, (_, source)) in Suite::embedded().files().iter().zip(Suite::embedded_sources()) {
        let source: Value = serde_json::from_str(source).unwrap();
        for vector in source["vectors"].as_array().unwrap() {
            let mut expected = vector.clone();
            expected["group"] = file.group.as_str().into();
            let id = vector["id"].as_str().unwrap();
            let importance = Suite::embedded().importance(Suite::embedded().vector(id).unwrap());
            expected["importance"] = importance.name().into();
            assert_eq!(serde_json::from_str::<Value>(lines.next().unwrap()).unwrap(), expected);
        }
    }
    for (name, source) in Kinds::embedded_sources() {
        let source: Value = serde_json::from_str(source).unwrap();
        for vector in source["vectors"].as_array().unwrap() {
            let mut expected = vector.clone();
            expected["kind"] = source["kind"].clone();
            expected["group"] = source["group"].clone();
            assert_eq!(serde_json::from_str::<Value>(lines.next().unwrap()).unwrap(), expected, "{name}");
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn raw_files_are_the_bytes_and_the_index_says_what_is_expected() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("raw");
    export("raw", &out, &[]).success();
    let index: Value = serde_json::from_str(&fs::read_to_string(out.join("index.json")).unwrap()).unwrap();
    let mut listed = index["vectors"].as_array().unwrap().iter();
    for vector in Suite::embedded().vectors() {
        let Input::Bytes(bytes) = &vector.input else {
            assert!(index["left_out"].as_array().unwrap().contains(&vector.id.as_str().into()));
            continue;
        };
        let entry = listed.next().unwrap();
        assert_eq!(entry["id"], vector.id.as_str());
        assert_eq!(fs::read(out.join(entry["file"].as_str().unwrap())).unwrap(), *bytes);
        let std = std::str::from_utf8(bytes).map_err(|error| error.valid_up_to());
        assert_eq!(entry["well_formed"]["rfc3629"], std.is_ok());
        assert_eq!(entry["first_error"]["rfc3629"], serde_json::json!(std.err()));
    }
    assert!(listed.next().is_none());
}

#[test]
fn what_is_there_is_replaced_only_on_demand_and_a_folder_only_if_it_is_ours() {
    let folder = TempDir::new().unwrap();
    for format in ["c", "jsonl", "raw"] {
        let out = folder.path().join(format);
        export(format, &out, &[]).success();
        let refused = export(format, &out, &[]).code(2).get_output().clone();
        assert!(String::from_utf8_lossy(&refused.stderr).contains("there already; --force replaces it"));
        export(format, &out, &["--force"]).success();
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing temporary stays behind");
    let theirs = folder.path().join("theirs");
    fs::create_dir(&theirs).unwrap();
    fs::write(theirs.join("index.json"), "{}").unwrap();
    for format in ["c", "jsonl", "raw"] {
        export(format, &theirs, &["--force"]).code(2);
        assert!(theirs.join("index.json").exists(), "{format}");
    }
}

#[cfg(unix)]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
#[test]
fn a_c_compiler_takes_the_header_without_a_word_and_counts_the_same() {
    let folder = TempDir::new().unwrap();
    export("c", &folder.path().join("illformed_vectors.h"), &[]).success();
    let main = r#"#include "illformed_vectors.h"
#include <stdio.h>
int main(void) {
    size_t bytes = 0, good = 0;
    for (size_t i = 0; i < ILLFORMED_VECTOR_COUNT; i++) {
        bytes += illformed_vectors[i].len;
        good += illformed_vectors[i].expected[ILLFORMED_RFC2279].well_formed == 1;
    }
    printf("%d %zu %zu %s", ILLFORMED_VECTOR_COUNT, bytes, good, illformed_vectors[0].id);
    return 0;
}
"#;
    fs::write(folder.path().join("main.c"), main).unwrap();
    let compiled = process::Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", "main", "main.c"])
        .current_dir(folder.path())
        .output();
    let Ok(compiled) = compiled else {
        eprintln!("skipped: there is no cc");
        return;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let counted = process::Command::new(folder.path().join("main")).output().unwrap();
    let inputs = || {
        Suite::embedded().vectors().filter_map(|vector| match &vector.input {
            Input::Bytes(bytes) => Some((vector, bytes)),
            Input::Calls(_) => None,
        })
    };
    let bytes: usize = inputs().map(|(_, bytes)| bytes.len()).sum();
    let good = inputs()
        .filter(|(vector, _)| match vector.expectation(Profile::Rfc2279) {
            Expectation::Specified(readings) => readings[0].well_formed(),
            Expectation::Unspecified(_) => false,
        })
        .count();
    let expected = format!("{} {bytes} {good} standard/letter-a", inputs().count());
    assert_eq!(String::from_utf8_lossy(&counted.stdout), expected);
}

#[test]
fn a_diff_says_what_changed_and_what_version_that_needs() {
    let file = |tombstones: &str, vectors: &[&str]| {
        let head =
            r#"{"kind":"decode","schema":1,"suite":"test","group":"good","about":"a test","notes":{},"#;
        format!("{head}\"tombstones\":[{tombstones}],\"vectors\":[{}]}}", vectors.join(","))
    };
    let a = r#"{"id":"good/a","bytes":"41","comment":"c","flags":[],"refs":["r"],"rfc3629":{"well_formed":true,"errors":[],"text":["0041"]}}"#;
    let b = &a.replace("good/a", "good/b").replace("\"41\"", "\"42\"").replace("0041", "0042");
    let grave = r#"{"id":"good/b","removed_in":"2.0.0","why":"wrong"}"#;
    let other_input = &a.replace("\"41\"", "\"43\"");
    let other_text = &a.replace("0041", "0043");
    let other_profile = &a.replace("]}}", r#"]},"also":{"rfc2279":{"unspecified":"rfc2279-surrogate"}}}"#);
    let other_words = &a.replace("\"c\"", "\"d\"");
    let every = "rfc3629, rfc2279, ucs2, cesu8, mutf8, wtf8, generalized";
    let every = &format!("another expectation under {every}");
    let both = &file("", &[a, b]);
    let (one, buried) = (&file("", &[a]), &file(grave, &[a]));
    // Old, new, what is said of the id, what is needed, the exit code, and that with --major.
    let table: [(&str, &str, &str, &str, i32, i32); 10] = [
        (both, &file("", &[b, a]), "", "no vector changed", 0, 0),
        (one, &file("", &[other_words]), "other words", "a patch version", 0, 0),
        (one, both, "added", "a minor version", 0, 0),
        (both, buried, "removed", "a major version and a reason", 1, 0),
        (both, one, "removed without a tombstone", "nothing: no version allows it", 1, 1),
        (buried, both, "used again after it was removed", "nothing", 1, 1),
        (buried, one, "its tombstone is gone", "nothing", 1, 1),
        (one, &file("", &[other_input]), "another input", "nothing", 1, 1),
        (one, &file("", &[other_text]), every, "a major version", 1, 0),
        (one, &file("", &[other_profile]), "another expectation under rfc2279", "a major version", 1, 0),
    ];
    let folder = TempDir::new().unwrap();
    let dirs = ["old", "new"].map(|name| folder.path().join(name));
    for dir in &dirs {
        fs::create_dir(dir).unwrap();
    }
    let [old_dir, new_dir] = [&dirs[0], &dirs[1]].map(|dir| dir.to_str().unwrap());
    for (old, new, said, needed, code, code_of_major) in table {
        fs::write(dirs[0].join("good.json"), old).unwrap();
        fs::write(dirs[1].join("good.json"), new).unwrap();
        let output = run(&["diff", old_dir, new_dir]).code(code).get_output().clone();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(
            said.is_empty() || printed.lines().next().unwrap().ends_with(&format!(" {said}")),
            "{printed}"
        );
        assert!(printed.lines().last().unwrap().contains(needed), "{printed}");
        run(&["diff", "--major", old_dir, new_dir]).code(code_of_major);
    }
}

#[test]
fn a_diff_compares_files_of_other_kinds_too() {
    let folder = TempDir::new().unwrap();
    let [old, new] = ["old", "new"].map(|name| folder.path().join(name).join("label.json"));
    let [_, _, (_, text)] = Kinds::embedded_sources();
    // What changes, what is said of the first id, and the exit code.
    let table = [
        ("\"comment\":\"", "\"comment\":\"still ", "other words", 0),
        ("\"whatwg\":\"utf-8\"", "\"whatwg\":null", "another expectation under whatwg", 1),
        ("\"label\":\"UTF-8\"", "\"label\":\"UTF-9\"", "another input", 1),
    ];
    for path in [&old, &new] {
        fs::create_dir(path.parent().unwrap()).unwrap();
    }
    for (from, to, said, code) in table {
        assert!(text.contains(from), "{from}");
        fs::write(&old, text).unwrap();
        fs::write(&new, text.replacen(from, to, 1)).unwrap();
        let output =
            run(&["diff", old.to_str().unwrap(), new.to_str().unwrap()]).code(code).get_output().clone();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.lines().next().unwrap().ends_with(&format!(" {said}")), "{printed}");
    }
}

#[test]
fn fmt_takes_folders_and_files_together_and_names_each_that_differs() {
    let folder = TempDir::new().unwrap();
    let paths = Kinds::embedded_sources().map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text.replacen("\"about\":\"", "\"about\": \"", 1)).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let [encode, detect, label] = &paths;
    let differ = format!(
        "{encode}: not in canonical form\n{detect}: not in canonical form\n{label}: not in canonical form\n"
    );
    let all = [encode.as_str(), "../vectors/suite", detect, label];
    run(&[&["fmt", "--check"][..], &all].concat()).code(1).stdout_eq(differ);
    run(&[&["fmt"][..], &all].concat()).code(0);
    run(&[&["fmt", "--check"][..], &all].concat()).code(0).stdout_eq("");
    run(&["fmt", "--check"]).code(2).stdout_eq("");
}

#[test]
fn a_diff_of_two_kinds_is_refused() {
    let folder = "../vectors/suite: a folder of vectors of the kind decode";
    let label = "../vectors/label.json: a file of vectors of the kind label";
    let encode = "../vectors/encode.json: a file of vectors of the kind encode";
    for (old, new) in [(folder, label), (label, folder), (encode, label), (label, encode)] {
        let path = |side: &'static str| side.split(':').next().unwrap();
        let says = format!(
            "illformed: {old}\nillformed: {new}\n\
             illformed: what is compared is two folders, or two files of one kind\n"
        );
        run(&["diff", path(old), path(new)]).code(2).stdout_eq("").stderr_eq(says);
    }
}

#[test]
fn generate_writes_what_is_missing_once_and_check_names_what_differs() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().to_str().expect("a name of ours");
    let missing = run(&["generate", "--check", dir]).code(1);
    let missing = String::from_utf8(missing.get_output().stdout.clone()).unwrap();
    let files = illformed::generate::generated();
    assert_eq!(missing.lines().count(), files.len(), "{missing}");
    assert!(missing.lines().all(|line| line.ends_with(".json: not as generated")), "{missing}");

    let written = text(&["generate", dir]);
    assert_eq!(written.matches(": written\n").count(), files.len(), "{written}");
    for file in &files {
        assert_eq!(fs::read_to_string(folder.path().join(&file.path)).unwrap(), file.text);
    }
    assert_eq!(text(&["generate", dir]), "");
    assert_eq!(text(&["generate", "--check", dir]), "");

    let dfa = folder.path().join("suite/dfa.json");
    fs::write(&dfa, fs::read_to_string(&dfa).unwrap().replacen("the end", "an end", 1)).unwrap();
    run(&["generate", "--check", dir]).code(1).stdout_eq(format!("{}: not as generated\n", dfa.display()));
    assert_eq!(text(&["generate", dir]), format!("{}: written\n", dfa.display()));

    let stale = folder.path().join("suite/stale.json");
    fs::copy(&dfa, &stale).unwrap();
    let says = format!("{}: says that it is generated, and is not\n", stale.display());
    run(&["generate", "--check", dir]).code(1).stdout_eq(says);
    run(&["generate", "no/such/folder"]).code(2).stdout_eq("");
}

#[test]
fn the_complete_suite_is_exported_as_a_list_alone_and_in_the_raw_folder() {
    let folder = TempDir::new().unwrap();
    let (list, raw) = (folder.path().join("complete.txt"), folder.path().join("raw"));
    export("complete", &list, &[]).success();
    export("raw", &raw, &[]).success();
    let written = fs::read_to_string(&list).unwrap();
    assert_eq!(fs::read_to_string(raw.join("complete.txt")).unwrap(), written);
    let mut lines = written.lines();
    assert!(lines.next().unwrap().starts_with("# 11915 tests of rfc3629"), "{written}");
    for line in lines.by_ref() {
        let (answer, hex) = line.split_once(' ').unwrap();
        let bytes = if hex == "-" { Vec::new() } else { const_hex::decode(hex).unwrap() };
        assert_eq!(answer == "accepted", std::str::from_utf8(&bytes).is_ok(), "{line}");
    }
    assert_eq!(written.lines().count(), 1 + 11_915);
    let own = folder.path().join("own.txt");
    export("complete", &own, &["../vectors/suite"]).code(2);
    assert!(!own.exists());
}

//! `illformed vectors export`: what is made of a suite.

use illformed_vectors::{Input, OTHER_KINDS, Suite};
use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn run(arguments: &[&str]) -> OutputAssert {
    Command::new(cargo_bin!("illformed"))
        .arg("vectors")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
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
    for (name, source) in OTHER_KINDS {
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
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing temporary stays behind");
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
    let list = folder.path().join("complete.txt");
    export("complete", &list, &[]).success();
    assert_eq!(fs::read_to_string(out.join("complete.txt")).unwrap(), fs::read_to_string(&list).unwrap());
}

#[test]
fn what_is_there_is_not_replaced() {
    let folder = TempDir::new().unwrap();
    for format in ["c", "jsonl", "raw"] {
        let out = folder.path().join(format);
        fs::write(&out, "theirs").unwrap();
        let refused = export(format, &out, &[]).code(2).get_output().clone();
        assert!(String::from_utf8_lossy(&refused.stderr).contains("there already, and never replaced"));
        assert_eq!(fs::read_to_string(&out).unwrap(), "theirs");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing temporary stays behind");
    let theirs = folder.path().join("theirs");
    fs::create_dir(&theirs).unwrap();
    for format in ["c", "jsonl", "raw"] {
        export(format, &theirs, &[]).code(2);
        assert_eq!(fs::read_dir(&theirs).unwrap().count(), 0, "{format}");
    }
}

#[test]
fn the_complete_suite_is_exported_as_a_list() {
    let folder = TempDir::new().unwrap();
    let list = folder.path().join("complete.txt");
    export("complete", &list, &[]).success();
    let written = fs::read_to_string(&list).unwrap();
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

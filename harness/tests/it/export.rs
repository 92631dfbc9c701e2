//! `illformed vectors export`: what is made of a suite.

use crate::typed::{Folder, Said, typed};
use illformed_vectors::{Input, OTHER_KINDS, Suite};
use serde_json::{Value, json};
use std::fs;

fn export(folder: &Folder, format: &str, name: &str) -> Said {
    typed(&format!("vectors export --format {format} --out {}", folder.at(name)))
}

#[test]
fn lines_of_an_export_are_the_vectors_of_the_files() {
    let folder = Folder::new();
    export(&folder, "jsonl", "suite.jsonl").ends(0);
    let written = folder.read("suite.jsonl");
    let mut lines = written.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ours = Suite::embedded_sources().map(|(_, source)| (source, false));
    for (source, is_other) in ours.chain(OTHER_KINDS.iter().map(|(_, source)| (*source, true))) {
        let source: Value = serde_json::from_str(source).unwrap();
        for vector in source["vectors"].as_array().unwrap() {
            let mut expected = vector.clone();
            expected["group"] = source["group"].clone();
            if is_other {
                expected["kind"] = source["kind"].clone();
            } else {
                let vector = Suite::embedded().vector(vector["id"].as_str().unwrap()).unwrap();
                expected["importance"] = Suite::embedded().importance(vector).name().into();
            }
            assert_eq!(lines.next(), Some(expected));
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn raw_files_are_the_bytes_and_the_index_says_what_is_expected() {
    let folder = Folder::new();
    export(&folder, "raw", "raw").ends(0);
    assert_eq!(folder.names(), ["raw"], "nothing temporary stays behind");
    let index: Value = serde_json::from_str(&folder.read("raw/index.json")).unwrap();
    let mut listed = index["vectors"].as_array().unwrap().iter();
    for vector in Suite::embedded().vectors() {
        let Input::Bytes(bytes) = &vector.input else {
            assert!(index["left_out"].as_array().unwrap().contains(&vector.id.as_str().into()));
            continue;
        };
        let entry = listed.next().unwrap();
        assert_eq!(entry["id"], vector.id.as_str());
        let file = folder.path("raw").join(entry["file"].as_str().unwrap());
        assert_eq!(fs::read(file).unwrap(), *bytes);
        let std = std::str::from_utf8(bytes).map_err(|error| error.valid_up_to());
        assert_eq!(entry["well_formed"]["rfc3629"], std.is_ok());
        assert_eq!(entry["first_error"]["rfc3629"], json!(std.err()));
    }
    assert!(listed.next().is_none());
}

#[test]
fn the_complete_suite_is_exported_as_a_list() {
    let folder = Folder::new();
    export(&folder, "complete", "complete.txt").ends(0);
    let written = folder.read("complete.txt");
    assert!(written.starts_with("# 11915 tests of rfc3629"), "{written}");
    for line in written.lines().skip(1) {
        let (answer, hex) = line.split_once(' ').unwrap();
        let bytes = if hex == "-" { Vec::new() } else { const_hex::decode(hex).unwrap() };
        assert_eq!(answer == "accepted", std::str::from_utf8(&bytes).is_ok(), "{line}");
    }
    assert_eq!(written.lines().count(), 1 + 11_915);
    export(&folder, "raw", "raw").ends(0);
    assert_eq!(folder.read("raw/complete.txt"), written);
    let own = folder.at("own.txt");
    typed(&format!("vectors export --format complete --out {own} ../vectors/suite")).ends(2);
    assert!(!folder.path("own.txt").exists());
}

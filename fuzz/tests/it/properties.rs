//! The stored corpus through every property, without a fuzz engine.

use crate::corpus;
use illformed_fuzz::{
    corpus_files,
    property::{ALL, Seeds},
};
use std::fs;
use std::path::Path;

#[test]
#[expect(clippy::print_stdout, reason = "how much was replayed is the worth of this test")]
fn every_corpus_file_keeps_every_property() {
    let mut replayed = 0;
    let mut broken = Vec::new();
    for folder in Seeds::ALL.map(Seeds::folder).into_iter().chain(["regressions"]) {
        let files = corpus_files(&corpus(folder)).unwrap();
        assert!(!files.is_empty(), "corpus/{folder} has no inputs, so nothing was shown");
        for file in files {
            for failure in ALL.iter().filter_map(|property| property.outcome(&file.bytes).err()) {
                broken.push(format!("{}: {failure}", file.path.display()));
            }
            replayed += 1;
        }
    }
    println!("{replayed} inputs replayed; properties: {}", ALL.len());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_regression_lies_in_the_folder_of_a_property() {
    for entry in fs::read_dir(corpus("regressions")).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(ALL.iter().any(|property| name == property.name), "corpus/regressions/{}", name.display());
    }
}

#[test]
fn every_folder_of_seeds_is_of_a_property_and_every_property_has_seeds() {
    let mut folders: Vec<String> = fs::read_dir(corpus(""))
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort();
    let mut expected = Seeds::ALL.map(Seeds::folder).to_vec();
    expected.push("regressions");
    expected.sort_unstable();
    assert_eq!(folders, expected);
    for seeds in Seeds::ALL {
        assert!(ALL.iter().any(|property| property.seeds == seeds), "{seeds:?} is of no property");
    }
}

#[test]
fn notes_and_dot_files_in_a_folder_are_no_inputs() {
    let files = corpus_files(&corpus("")).unwrap();
    let is_input = |name: &str| files.iter().any(|file| file.path == corpus(name));
    assert!(is_input("bytes/empty"));
    for name in ["README.md", ".gitattributes"] {
        assert!(corpus(name).exists() && !is_input(name), "{name}");
    }
}

#[test]
fn a_path_that_is_not_there_is_named() {
    let error = corpus_files(Path::new("no/such/corpus")).unwrap_err();
    assert!(error.starts_with("no/such/corpus: "), "{error}");
}

//! The shipped files, as data.

use illformed_vectors::{Input, Suite, VectorFile};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn the_embedded_list_is_the_folder() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let on_disk: BTreeSet<String> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| format!("suite/{}", entry.unwrap().file_name().to_str().unwrap()))
        .collect();
    let embedded: BTreeSet<String> = Suite::embedded_sources().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(embedded, on_disk);
}

#[test]
fn a_group_read_alone_is_the_same_and_the_others_keep_all_but_their_vectors() {
    let whole = Suite::from_sources(Suite::embedded_sources()).unwrap();
    assert_eq!(Suite::embedded().files(), whole.files());
    for wanted in whole.files() {
        let part = Suite::embedded_part(|group| group == wanted.group);
        for (file, other) in whole.files().iter().zip(part.files()) {
            let has_calls = file.vectors.iter().any(|vector| matches!(vector.input, Input::Calls(_)));
            let vectors = if file == wanted || has_calls { file.vectors.clone() } else { Vec::new() };
            assert_eq!(**other, VectorFile { vectors, ..VectorFile::clone(file) });
        }
    }
}

#[test]
fn every_file_is_in_its_canonical_form() {
    for ((name, text), file) in Suite::embedded_sources().zip(Suite::embedded().files()) {
        assert!(file.to_canonical() == text, "{name}: run `workshop vectors fmt vectors/suite`");
    }
}

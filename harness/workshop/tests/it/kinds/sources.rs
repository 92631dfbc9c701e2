//! The vectors against independent sources.

use crate::kinds::file::{kind_of, read, shipped};
use crate::kinds::lint::lint_kind;
use crate::kinds::vector::{bytes, word};
use encoding_rs::Encoding;
use illformed_vectors::OTHER_KINDS;

#[test]
fn every_expectation_is_what_independent_sources_say() {
    for (name, _) in OTHER_KINDS {
        let findings = lint_kind(kind_of(name), shipped(kind_of(name)));
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }
}

#[test]
fn a_planted_fault_in_an_expectation_is_noticed() {
    for row in include_str!("untrue.txt").lines().filter(|row| !row.starts_with("# ")) {
        let cells: Vec<&str> = row.split(" -> ").collect();
        let [kind, from, to] = cells[..] else { panic!("{row}: three cells") };
        let name = format!("{kind}.json");
        let (_, good) = OTHER_KINDS.into_iter().find(|(file, _)| *file == name).unwrap();
        let wrong = good.replacen(from, to, 1);
        assert_ne!(wrong, good, "{from}");
        assert!(!lint_kind(kind, &read(&name, &wrong).0).is_empty(), "{from} -> {to}");
    }
}

#[test]
fn every_text_is_well_formed_in_the_encoding_that_it_was_written_in() {
    let mut asked = 0;
    for vector in shipped("detect") {
        let (id, written) = (word(vector, "id"), word(vector, "written"));
        let Some(encoding) = Encoding::for_label_no_replacement(written.as_bytes()) else { continue };
        // Those that are cut, and those on forms that have no name there, are not whole texts.
        if written != "UTF-8" && !id.contains("no-cut") {
            asked += 1;
            let (_, had_errors) = encoding.decode_without_bom_handling(&bytes(vector, "bytes"));
            assert!(!had_errors, "{id} is no {written}");
        }
    }
    assert!(asked > 0);
}

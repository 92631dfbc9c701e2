//! The vectors against independent sources.

use crate::kinds::file::Kinds;
use crate::kinds::lint::lint_kinds;
use encoding_rs::Encoding;
use illformed_vectors::OTHER_KINDS;

#[test]
fn every_expectation_is_what_independent_sources_say() {
    let findings = lint_kinds(Kinds::shipped());
    assert!(findings.is_empty(), "{}", findings.join("\n"));
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
        let mut kinds = Kinds::default();
        kinds.read(&name, &wrong);
        assert!(!lint_kinds(&kinds).is_empty(), "{from} -> {to}");
    }
}

#[test]
fn every_text_is_well_formed_in_the_encoding_that_it_was_written_in() {
    let mut asked = 0;
    for vector in &Kinds::shipped().detect {
        let Some(encoding) = Encoding::for_label_no_replacement(vector.written.as_bytes()) else { continue };
        // Those that are cut, and those on forms that have no name there, are not whole texts.
        if vector.written != "UTF-8" && !vector.id.as_str().contains("no-cut") {
            asked += 1;
            let (_, had_errors) = encoding.decode_without_bom_handling(&vector.bytes);
            assert!(!had_errors, "{} is no {}", vector.id, vector.written);
        }
    }
    assert!(asked > 0);
}

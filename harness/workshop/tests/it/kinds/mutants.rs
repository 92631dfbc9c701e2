//! Encoders, detectors and label readers with one fault each: the vectors find all of them.

use crate::kinds::file::shipped;
use crate::kinds::judging::Ask;
use crate::kinds::{detector, encoder, label};
use std::collections::BTreeSet;

/// A function with one fault.
pub(super) struct Mutant {
    pub(super) name: &'static str,
    /// What it does wrong, in the third person.
    pub(super) does: &'static str,
    /// It, with the claim that it does not keep.
    pub(super) ask: Ask,
}

fn mutants() -> Vec<Mutant> {
    [encoder::mutants(), detector::mutants(), label::mutants()].into_iter().flatten().collect()
}

#[test]
fn what_is_without_a_fault_passes_every_vector_of_its_kind() {
    let encoders = encoder::right().map(|ask| (ask, "encode"));
    let readers = label::right().map(|ask| (ask, "label"));
    for (ask, kind) in encoders.into_iter().chain([(detector::right(), "detect")]).chain(readers) {
        let judged = ask.judged();
        assert_eq!(judged.len(), shipped(kind).len());
        assert!(judged.iter().all(|(_, wrong)| wrong.is_none()), "{judged:#?}");
    }
}

#[test]
fn every_faulty_encoder_detector_and_label_reader_fails_a_vector() {
    let mutants = mutants();
    let mut survivors = mutants.iter().filter(|mutant| mutant.ask.failed().is_empty());
    assert_eq!(survivors.next().map(|mutant| (mutant.name, mutant.does)), None);
    let names: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.name).collect();
    assert_eq!((mutants.len(), names.len()), (42, 42));
}

#[test]
fn a_mutant_fails_first_at_the_vector_of_its_fault() {
    for (name, first) in [
        ("s35", "encode/surrogate-first"),
        ("d01", "detect/gb18030-liantong"),
        ("s39d", "label/unicode-1-1-and-old-hangul"),
    ] {
        let mutant = mutants().into_iter().find(|mutant| mutant.name == name).expect(name);
        assert_eq!(mutant.ask.failed()[0], first, "{name}");
    }
}

//! The mutants that are no decoders, and what they are built on.

use crate::kinds::KindMutant;
use crate::mutants::mutants::{detector, encoder, label};
use illformed::ask::kinds::Peer;

/// All faulty encoders, detectors and readers of labels.
pub fn kind_mutants() -> Vec<KindMutant> {
    let mut mutants = encoder::mutants();
    mutants.extend(detector::mutants());
    mutants.extend(label::mutants());
    mutants
}

/// The same without a fault.
pub fn right_kinds() -> Vec<Peer> {
    let mut right = encoder::right();
    right.push(detector::right());
    right.extend(label::right());
    right
}

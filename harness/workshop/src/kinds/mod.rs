//! Encoders, detectors and label readers: which vectors kill the faulty ones, and whether their vectors are right.

mod census;
mod lint;
mod octal;

pub use census::{KindMutant, KindRow, kinds_census};
pub use lint::lint_kinds;

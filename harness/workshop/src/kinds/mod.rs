//! Encoders, detectors and label readers: which vectors kill the faulty ones, and whether their vectors are right.

mod census;
mod lint;
mod octal;
mod stats;

pub use census::{KindMutant, KindRow, kinds_census};
pub use lint::lint_kinds;
pub use stats::KindStats;

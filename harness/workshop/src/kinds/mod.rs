//! Vectors for encoders, detectors and label readers, checked against independent sources.

mod lint;
mod octal;

pub use lint::lint_kinds;

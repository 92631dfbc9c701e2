//! Vectors for encoders, detectors and label readers: against independent sources, asked of functions that exist, and
//! asked of faulty ones.

mod detector;
mod encoder;
mod judging;
mod label;
mod mutants;
mod peers;
mod sources;

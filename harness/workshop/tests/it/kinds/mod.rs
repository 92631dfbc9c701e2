//! Vectors for encoders, detectors and label readers: held against independent sources, asked of functions
//! that exist, and asked of faulty ones.

mod detector;
mod encoder;
mod file;
mod form;
mod judging;
mod label;
mod lint;
mod mutants;
mod octal;
mod peers;
mod sources;
mod vector;

//! JUnit XML, as CI servers read it.

mod decoder;
mod document;
mod failure;
mod folded;
mod suite;
mod text;

pub use document::junit;

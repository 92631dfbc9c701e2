//! JUnit XML, as CI servers read it.

mod case;
mod document;
mod vectors;

pub use document::junit;

//! JUnit XML, as CI servers read it.

mod cases;
mod document;

pub use document::junit;

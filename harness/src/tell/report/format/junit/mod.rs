//! JUnit XML, as CI servers read it.

mod case;
mod causes;
mod document;
mod vectors;

pub use document::junit;

//! JUnit XML, as CI servers read it.

mod case;
mod causes;
mod document;
mod groups;

pub use document::junit;

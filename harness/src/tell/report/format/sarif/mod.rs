//! SARIF 2.1.0, as code scanning reads it.

mod document;
mod results;
mod rules;

pub use document::sarif;

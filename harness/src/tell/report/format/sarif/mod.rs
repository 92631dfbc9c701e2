//! SARIF 2.1.0, as code scanning reads it.

mod catalogue;
mod document;
mod results;

pub use document::sarif;

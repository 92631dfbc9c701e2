//! Checks of suites and of the codec that need not run before each run of a user.

mod label;
mod quote;
mod row;
mod vectors;

pub use label::labels;
pub use row::lint_codec;
pub use vectors::lint_texts;

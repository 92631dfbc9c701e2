//! Checks of suites and of the codec that need not run before each run of a user.

mod label;
mod quote;
mod vectors;

pub use label::labels;
pub use vectors::{lint_codec, lint_texts};

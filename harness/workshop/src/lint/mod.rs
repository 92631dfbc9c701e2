//! Checks of suites and of the codec that need not run before each run of a user.

mod label;
mod quote;
mod texts;

pub use label::labels;
pub use texts::{lint_codec, lint_texts};

//! Checks of suites and of the codec that need not run before each run of a user.

mod flags;
mod label;
mod quote;
mod texts;

pub use flags::byte_flags;
pub use label::labels;
pub use texts::{lint_codec, lint_texts};

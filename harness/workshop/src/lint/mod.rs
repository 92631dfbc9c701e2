//! Checks of suites and of the codec that need not run before each run of a user.

mod label;
mod phrase;
mod quote;
pub mod second_source;
mod texts;

pub use label::labels;
pub use second_source::TextSource;
pub use texts::lint_texts;

//! Checks of suites and of the codec that need not run before each run of a user.

mod digest;
mod flags;
mod label;
mod quote;
mod texts;

pub use digest::{digest_of_kind, sealed_kind};
pub use flags::byte_flags;
pub use label::labels;
pub use texts::{lint_codec, lint_texts};

//! Whether the vectors are right: every expectation worked out again from sources that share no code, what ids, comments
//! and flags say held against the bytes, and the digests of the files.

mod codec;
#[cfg(feature = "cli")]
mod digest;
mod expectation;
mod finding;
mod flag;
mod input;
mod label;
mod phrase;
mod quote;
mod row;
mod text;

pub use codec::CodePoints;
#[cfg(feature = "cli")]
pub use digest::{digest, digest_of_kind, digests, sealed, sealed_kind};
pub(crate) use expectation::raises_question;
pub use expectation::{lint, lint_complete};
pub use finding::LintFinding;
pub use flag::{FLAGS, FREE_FLAGS, FlagRule};
#[cfg(feature = "cli")]
pub(crate) use label::demanded_flags;
pub use label::labels;
pub(crate) use row::codec_fault;
pub use text::lint_texts;

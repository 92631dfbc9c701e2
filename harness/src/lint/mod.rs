//! Whether the vectors are right: every expectation worked out again from sources that share no code, what ids, comments
//! and flags say held against the bytes, and the digests of the files.

#[cfg(feature = "cli")]
mod digest;
mod flag;
mod input;
mod label;
mod phrase;
mod quote;

#[cfg(feature = "cli")]
pub use digest::{digest, digest_of_kind, digests, sealed, sealed_kind};
pub use flag::{FLAGS, FREE_FLAGS, FlagRule};
pub use illformed_judge::lint::*;
#[cfg(feature = "cli")]
pub(crate) use label::demanded_flags;
pub use label::labels;

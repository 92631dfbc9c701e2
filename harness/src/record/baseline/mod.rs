//! Accepted divergences of a decoder, each with its reason, compared with its outcomes both ways: what is not listed must
//! not fail, and what is listed must fail as listed.

mod accepted;
mod amend;
mod check;
mod compare;
mod condition;
mod decoder_cases;
mod entry;
mod entry_status;
mod extend;
mod faults;
mod file;
mod listing;
mod reason;
mod sealed;
mod unstable;

pub use amend::{Amendment, Amends};
pub use check::{check, unknown_cases};
pub use compare::compare;
pub use condition::{Condition, VersionRange};
pub use entry::{ANY, CasePattern, Entry};
pub use extend::{Acceptance, Added, OtherReason};
pub use file::{Baseline, BaselineError};
pub use listing::listed;
pub use reason::{Day, Reason};
pub use sealed::{CaseDigest, Digest, SealedEntry, VectorDigest};

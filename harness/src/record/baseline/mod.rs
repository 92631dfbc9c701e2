//! Accepted failures of a decoder, each with its reason, compared with its outcomes both ways: a failure that is not
//! accepted is an error, and an accepted one must occur. A failure is accepted by its cause, or case by case.

mod accepted;
mod amend;
mod cause_amend;
mod cause_cases;
mod cause_comparison;
mod cause_entry;
mod cause_faults;
mod cause_status;
mod check;
mod compare;
mod condition;
mod decoder_cases;
mod entry;
mod entry_status;
mod extend;
mod faults;
mod file;
mod lines;
mod listing;
mod reason;
mod sealed;
mod unstable;

pub use amend::{Amendment, Amends};
pub use cause_entry::{AskedCases, CauseEntry, Counted, GroupEntry};
pub use check::{check, unknown_cases};
pub use compare::compare;
pub use condition::{Condition, VersionRange};
pub use entry::{ANY, CasePattern, Entry};
pub use extend::{Acceptance, Added, Form, Refused};
pub use file::{Baseline, BaselineError};
pub use listing::listed;
pub use reason::{Day, Reason};
pub use sealed::{CaseDigest, Digest, SealedEntry, VectorDigest};

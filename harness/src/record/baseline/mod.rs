//! Accepted failures of a decoder, each with its reason, compared with a run both ways: a failure that is not accepted is an
//! error, and an accepted one must occur. Failures are accepted by cause: a baseline has how many cases of each group of
//! vectors fail for the cause, and a digest of the answers.

mod asked_cases;
mod compare;
mod comparison;
mod condition;
mod entry;
mod faults;
mod file;
mod group_count;
mod reason;
mod writing;

pub use asked_cases::AskedCases;
pub use compare::compare;
pub use condition::{Condition, exact_version, version_range};
pub use entry::Entry;
pub use file::Baseline;
pub use group_count::{GroupCount, digest};
pub use reason::{AcceptedReason, day};
pub use writing::{Acceptance, Added};

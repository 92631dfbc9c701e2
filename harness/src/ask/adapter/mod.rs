//! Asking decoders: in this process, in another through protocol 1, or with a process for each case.

#[expect(clippy::module_inception, reason = "the trait of the room")]
mod adapter;
#[cfg(feature = "cli")]
pub mod command;
pub mod in_process;
#[cfg(feature = "cli")]
pub mod process;

pub use adapter::{Adapter, OpenFailure, Session};

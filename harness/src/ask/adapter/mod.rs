//! Asking decoders: in this process, in another through protocol 1, or with a process for each case.

#[cfg(feature = "cli")]
pub mod command;
mod door;
pub mod in_process;
#[cfg(feature = "cli")]
pub mod process;

pub use door::{Adapter, OpenFailure, Session};

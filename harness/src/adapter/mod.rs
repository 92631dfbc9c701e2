//! Asking decoders: in this process, or in another through protocol 1.

mod door;
pub mod in_process;
#[cfg(feature = "cli")]
pub mod process;

pub use door::{Adapter, OpenFailure, Session};

//! Adapters that are processes and speak protocol 1.

mod child;
mod memory;
mod pipes;
mod program;
mod registry;
mod session;
mod spawn;
mod unpack;

pub use child::kill_all;
pub(crate) use child::{Fault, Process};
pub(crate) use pipes::Stderr;
pub use program::{ProcessAdapter, Program, Supervision};
pub use registry::{REGISTRY, Registered};
pub(crate) use spawn::ENDED_WELL;
pub(in crate::adapter) use spawn::{describe_end, exit_status, kill_group, spawn_group};
pub use unpack::Unpacked;

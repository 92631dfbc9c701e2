//! Adapters that are processes and speak protocol 1.

mod child;
mod memory;
mod pipes;
mod program;
mod registry;
mod session;
mod spawn;
mod unpack;

pub(crate) use child::{Fault, Process};
pub(crate) use pipes::{Output, Stderr, read_lines};
pub use program::{ProcessAdapter, Program, Supervision};
pub use registry::{REGISTRY, Registered};
pub use spawn::kill_all;
pub(crate) use spawn::{ENDED_WELL, ask_group_to_end, describe_end, exit_status, kill_group, spawn_group};
pub use unpack::Unpacked;

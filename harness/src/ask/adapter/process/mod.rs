//! Adapters that are processes and speak protocol 1.

mod child;
#[cfg_attr(not(target_os = "linux"), path = "no_descendants.rs")]
mod descendants;
mod memory;
mod pipes;
#[cfg(target_os = "linux")]
mod proc;
mod program;
mod registry;
mod running;
mod session;
mod supervised;
mod unpack;

pub(crate) use child::{Fault, Process};
pub use descendants::starts_nothing_else;
pub use pipes::{Output, Stderr, read_lines};
pub use program::{CANARY_VARIABLE, ProcessAdapter, Program, Supervision};
pub use registry::{REGISTRY, Registered};
pub use running::kill_all;
pub(crate) use supervised::ENDED_WELL;
pub use supervised::{Halt, Limits, RunningProgram, describe_end, spawn_group};
pub use unpack::Unpacked;

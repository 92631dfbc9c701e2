//! Adapters that are processes and speak protocol 1.

mod conversation;
mod group;
mod memory;
mod patience;
mod pipes;
mod program;
mod registry;
mod rule;
mod running;
mod session;
mod supervised;
mod unpack;

pub(crate) use conversation::{Break, BrokenLine, Conversation, Due};
pub use pipes::{Output, Stderr, read_lines};
pub use program::{ABSENT_CODE, CANARY_VARIABLE, ProcessAdapter, Program, Supervision};
pub use registry::{REGISTRY, Registered};
pub use rule::Rule;
pub use running::kill_all;
pub(crate) use supervised::ENDED_WELL;
pub use supervised::{Halt, ProcessLimits, RunningProgram, describe_end, spawn_group};
pub use unpack::Unpacked;

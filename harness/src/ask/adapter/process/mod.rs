//! Adapters that are processes and speak protocol 1.

mod broken;
mod conversation;
mod group;
mod once;
mod pipes;
mod program;
mod registry;
mod rule;
mod running;
mod session;
mod supervised;
mod unpack;

pub use broken::{Break, BrokenLine};
pub(crate) use conversation::Conversation;
pub(crate) use once::run_once;
pub use pipes::{Output, Stderr, read_lines};
pub use program::{ABSENT_CODE, CANARY_VARIABLE, ProcessAdapter, Program, Supervision};
pub use registry::{REGISTRY, Registered};
pub use rule::Rule;
pub use running::kill_all;
pub(crate) use session::started;
pub(crate) use supervised::ENDED_WELL;
pub use supervised::{RunningProgram, describe_end, spawn_group};
pub use unpack::Unpacked;

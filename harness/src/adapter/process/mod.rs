//! Adapters that are processes and speak protocol 1.

mod child;
mod pipes;
mod program;
mod registry;
mod session;
mod unpack;

pub(crate) use child::{ENDED_WELL, Fault, Process};
pub(crate) use pipes::Stderr;
pub use program::{ProcessAdapter, Program, Supervision};
pub use registry::{REGISTRY, Registered};

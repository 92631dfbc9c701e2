//! Adapters that are processes and speak protocol 1.

mod child;
mod memory;
mod pipes;
mod program;
mod registry;
mod session;
mod unpack;

pub use child::kill_all;
pub use program::{ProcessAdapter, Program, Supervision};
pub use registry::{REGISTRY, Registered};

//! The rules that OSS-Fuzz and ClusterFuzzLite hold a folder of built fuzz targets to, said again, so that a bad build is
//! found here and not there. Where they pass over something in silence, this names it.

mod breach;
mod build;
mod calls;
mod check;
mod dictionary;
mod engine_output;
mod folder;
mod options;
mod program;
mod seed_corpus;
mod start;

pub use breach::{Breach, Rule};
pub use build::{Architecture, Build, Sanitizer};
pub use check::{CheckedFolder, CheckedTarget, check_out};
pub use folder::{OutFolder, OutTarget};

pub use crate::unreadable::Unreadable;

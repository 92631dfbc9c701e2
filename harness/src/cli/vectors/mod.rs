//! `illformed vectors`: work on files of vectors, and on what is said of them.

mod claims;
mod command;
mod diff;
mod dispatch;
mod export;
mod generate;
mod incidents;
mod lint;
mod rewrite;
mod stats;

pub(crate) use command::VectorsCommand;
pub(crate) use dispatch::vectors;

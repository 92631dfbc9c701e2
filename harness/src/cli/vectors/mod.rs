//! `illformed vectors`: export a suite, check one.

mod command;
mod dispatch;
mod export;
mod lint;

pub(crate) use command::VectorsCommand;
pub(crate) use dispatch::vectors;

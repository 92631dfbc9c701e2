//! `illformed fuzz`.

mod arguments;
mod command;
mod given;
mod targets;

pub(crate) use arguments::FuzzArguments;
pub(crate) use command::fuzz;

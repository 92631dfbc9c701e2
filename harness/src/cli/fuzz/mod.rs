//! `illformed fuzz`.

mod arguments;
mod command;

pub(crate) use arguments::FuzzArguments;
pub(crate) use command::fuzz;

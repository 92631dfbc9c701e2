//! `illformed promote`.

mod arguments;
mod command;
mod decoder;
mod property;
mod shelf;
mod suspects;

pub(crate) use arguments::PromoteArguments;
pub(crate) use command::promote;

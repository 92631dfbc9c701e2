//! `illformed diff`.

mod arguments;
mod command;

pub(crate) use arguments::DiffArguments;
pub(crate) use command::diff;

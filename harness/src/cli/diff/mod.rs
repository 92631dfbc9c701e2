//! `illformed diff`.

mod arguments;
mod command;
mod files;

pub(crate) use arguments::DiffArguments;
pub(crate) use command::diff;

//! `illformed diff` and `illformed trend`.

mod arguments;
mod command;
mod files;
mod trend;

pub(crate) use arguments::{DiffArguments, TrendArguments};
pub(crate) use command::diff;
pub(crate) use trend::trend;

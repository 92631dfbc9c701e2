//! `illformed baseline`, and the baselines of a run.

mod arguments;
mod command;
mod loaded;

pub(crate) use arguments::{BaselineCommand, Stale};
pub(crate) use command::baseline;
pub(crate) use loaded::{BaselineFile, LoadedBaselines};

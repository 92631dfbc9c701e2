//! `illformed baseline`, and the baselines of a run.

mod command;
mod loaded;

pub(crate) use command::{BaselineCommand, Stale, baseline};
pub(crate) use loaded::{BaselineFile, LoadedBaselines};

//! The fuzz engines, each run by its own command of Cargo.

mod afl;
mod choice;
mod command;
mod libfuzzer;

pub(crate) use choice::{Engine, EngineName, Figures, Search};
pub(crate) use command::{Ended, run};
pub(crate) use libfuzzer::program;

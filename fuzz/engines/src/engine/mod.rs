//! The fuzz engines, each run by its own command of Cargo.

mod afl;
mod choice;
mod command;
mod figures;
mod libfuzzer;

pub(crate) use choice::{Engine, EngineName, Search};
pub(crate) use command::{Ended, run};
pub(crate) use figures::Figures;
pub(crate) use libfuzzer::program;

//! The fuzz engines, each run by its own command of Cargo.

mod afl;
mod command;
mod figures;
mod libfuzzer;

pub(crate) use afl::Afl;
pub(crate) use command::{Ended, run};
pub(crate) use figures::Figures;
pub(crate) use libfuzzer::LibFuzzer;

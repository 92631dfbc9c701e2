//! The fuzz engines, each run by its own command of Cargo.

mod afl;
mod command;
mod libfuzzer;

pub(crate) use afl::Afl;
pub(crate) use command::{Ended, run};
pub(crate) use libfuzzer::LibFuzzer;

/// The figures of a search, as far as the engine has said them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Figures {
    /// How many inputs were run, the seeds among them.
    pub(crate) executions: u64,
    /// How many inputs the engine keeps because they reach something new.
    pub(crate) corpus: u64,
    /// How much they reach: libFuzzer's features, which are edges with how often each is passed, or AFL++'s edges.
    pub(crate) features: u64,
}

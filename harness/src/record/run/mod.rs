//! Drives the line: asks every decoder every case, has it judged, and says what happens as events.

mod asked_again;
mod asking;
mod backlog;
mod batch;
mod event;
mod fresh;
mod history;
mod known_answers;
mod options;
mod part_event;
mod pass;
mod queue;
mod reasking;
mod replacements;
mod runner;
mod sample;

pub use asked_again::{AskedAgain, Dependence};
pub use event::RunEvent;
pub use options::{DetailsFn, RunOptions};
pub use runner::run;

//! Drives the line: asks every decoder every case, has it judged, and says what happens as events.

mod asking;
mod event;
mod options;
mod queue;
mod runner;

pub use event::RunEvent;
pub use options::RunOptions;
pub use runner::run;

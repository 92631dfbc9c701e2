//! Drives the line: asks every decoder every case, has it judged, and says what happens as events.

mod event;
mod runner;

pub use event::RunEvent;
pub use runner::{RunOptions, run};

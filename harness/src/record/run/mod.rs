//! Drives the line: asks every decoder every case, has it judged, and shows it to the decoder's observer.

mod asked_again;
mod asking;
mod fresh;
mod history;
mod known_answers;
mod observer;
mod open_failures;
mod options;
mod pass;
mod reasking;
mod runner;
mod sample;
mod warm_up;

pub use asked_again::{AskedAgain, Dependence};
pub use observer::{FinishedDecoder, Observer, RunOutcome};
pub use options::RunOptions;
pub use runner::run;

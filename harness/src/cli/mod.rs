//! The command line. Only this prints.

mod adapter;
mod args;
mod ask;
mod baseline;
mod compare;
mod decoders;
mod diff;
mod dispatch;
mod error;
mod examples;
mod explain;
mod files;
pub mod fuzz;
mod given;
mod help;
mod identify;
pub mod interrupt;
mod list;
mod named;
#[cfg(unix)]
mod native;
pub mod output;
pub mod progress;
pub mod promote;
mod render;
mod run;
mod selection;
mod show;
mod sweep;
pub mod vectors;
#[cfg(unix)]
mod worker;

pub use args::{SuiteArguments, TextFormat, seconds};
pub use dispatch::{command, main, run_program};
pub use error::CliError;
pub use files::{replace, text_of};
pub use given::GivenArguments;
pub use selection::load_suite;

//! The command line. Only this prints.

mod adapter;
mod args;
mod ask;
mod baseline;
mod cause_argument;
mod completions;
mod diff;
mod dispatch;
mod error;
mod examples;
mod explain;
mod files;
pub mod fuzz;
mod given;
mod help;
mod input_file;
pub mod interrupt;
mod list;
mod named;
pub mod output;
mod own_decoder;
pub mod progress;
pub mod promote;
mod render;
mod run;
mod run_arguments;
mod show;
pub mod suite;
mod typed_bytes;
pub mod vectors;
mod worker;

pub use args::{ListFormat, SuiteArguments, seconds};
pub use dispatch::{command, main, run_program};
pub use error::CliError;
pub use files::kind_file;
pub use input_file::text_of;

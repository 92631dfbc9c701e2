//! `illformed fuzz`.

mod arguments;
mod command;

pub(crate) use arguments::FuzzArguments;
pub(crate) use command::fuzz;
pub use command::seed_of_the_clock;

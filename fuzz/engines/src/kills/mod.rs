//! Executions until a planted fault is found.

mod command;
mod search;
mod table;

pub(crate) use command::{KillsCommand, kills};

//! Executions until a planted fault is found.

mod command;
mod measure;
mod search;
mod table;

pub(crate) use command::{KillsCommand, kills};

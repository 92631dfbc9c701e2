//! How many executions libFuzzer needs until it finds a fault that was planted.

mod command;
mod fault;
mod ledger;
mod page;
mod search;
mod table;
mod work;

pub(crate) use command::{KillsCommand, kills};

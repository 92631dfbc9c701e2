//! What it takes to find a planted fault.

mod command;
mod fault;
mod ledger;
mod measure;
mod page;
mod search;
mod table;

pub(crate) use command::{KillsCommand, kills};

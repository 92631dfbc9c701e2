//! The table: adapters that misbehave, and adapters that are unusual and correct.

mod deaths;
mod hangs;
mod introductions;
mod legal;
mod lines;
mod memory;
mod processes;
mod sizes;
mod table;
mod unstable;
mod wrong;

pub(crate) use table::{every_expectation_can_fail, rows};

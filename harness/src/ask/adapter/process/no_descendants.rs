//! Stands in for `descendants` where the system has no `/proc`: only a process group or a job can be ended, what has left
//! it is not found, and memory is not known.

use crate::ask::adapter::process::memory::Memory;
use crate::ask::adapter::process::running::Mark;

/// Does nothing here.
pub fn starts_nothing_else() {}

pub(super) fn adopt() {}

/// Held while a program is started and registered.
pub(super) struct Starting;

impl Starting {
    pub(super) fn begin() -> Self {
        Self
    }
}

/// A process that is distinguished from a later one with the same number: there is none.
#[derive(Debug)]
pub(super) enum Known {}

pub(super) fn below(_: u32) -> Vec<Known> {
    Vec::new()
}

pub(super) fn members(_: u32, _: &Mark) -> Vec<u32> {
    Vec::new()
}

pub(super) fn memory(_: u32) -> Option<Memory> {
    None
}

pub(super) fn wait_for_group(_: u32) {}

pub(super) fn end_rest(_: u32, _: &Mark, _: &[Known]) {}

pub(super) fn end_everything() {}

//! Where only a process group can be ended: nothing is known of what has left it.

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

/// A process that is told from a later one with the same number: there is none.
#[derive(Debug)]
pub(super) enum Known {}

pub(super) fn below(_: u32) -> Vec<Known> {
    Vec::new()
}

pub(super) fn wait_for_group(_: u32) {}

pub(super) fn end_rest(_: u32, _: &Mark, _: &[Known]) {}

pub(super) fn end_everything() {}

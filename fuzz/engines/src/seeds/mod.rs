//! The choice of seeds for the corpus.

mod candidate;
mod choose;
mod reach;

pub(crate) use choose::choose;

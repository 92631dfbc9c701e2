//! The choice of seeds for the corpus.

mod candidate;
mod choose;

pub(crate) use choose::choose;

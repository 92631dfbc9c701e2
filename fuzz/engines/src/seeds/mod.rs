//! The choice of seeds for the corpus.

mod candidate;
mod choose;
mod cover;
mod features;
mod folder;

pub(crate) use choose::choose;

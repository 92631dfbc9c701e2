//! All tests of the targets and the corpus.

mod allocations;
#[cfg(unix)]
mod build_script;
mod corpus;
mod dictionary;
mod lists;
mod properties;

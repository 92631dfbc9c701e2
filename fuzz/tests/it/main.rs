//! All tests of the targets and the corpus.

mod allocations;
mod at_scale;
mod corpus;
mod dictionary;
mod lists;
mod properties;
mod replay;

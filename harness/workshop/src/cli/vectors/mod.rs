//! `workshop vectors`: work on files of vectors, and on what is said of them.

pub(super) mod diff;
pub(super) mod lint;
pub(super) mod rewrite;
pub(super) mod sources;
pub(super) mod stats;

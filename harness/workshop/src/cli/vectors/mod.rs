//! `workshop vectors`: work on files of vectors, and on what is said of them.

pub(super) mod claims;
pub(super) mod diff;
pub(super) mod generate;
pub(super) mod incidents;
pub(super) mod lint;
pub(super) mod rewrite;
pub(super) mod stats;

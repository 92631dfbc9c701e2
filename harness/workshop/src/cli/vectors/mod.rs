//! `workshop vectors`: work on files of vectors.

pub(super) mod diff;
pub(super) mod lint;
pub(super) mod rewrite;

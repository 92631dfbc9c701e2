//! Groups of vectors that a rule makes, and nobody by hand.

mod swallow;

pub use swallow::{swallow, swallow_file};

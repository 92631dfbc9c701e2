//! `illformed vectors`: export a suite, check one.

mod command;
mod export;
mod lint;

pub(crate) use command::{VectorsCommand, vectors};
pub use lint::lint_suite;

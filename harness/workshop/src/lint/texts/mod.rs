//! The codec, and the expected texts that it makes, against the [second source](crate::lint::second_source).

mod codec;
mod row;
mod vectors;

pub use vectors::lint_texts;

//! The codec, and the expected texts that it makes, against the [second source](illformed_judge::second_source).

mod row;
mod vectors;

pub use row::lint_codec;
pub use vectors::lint_texts;

//! Whether codec, oracles and expectations agree: every expectation worked out again from sources that share no code.

mod codec;
mod expectation;
mod finding;
mod row;
mod text;

pub use codec::CodePoints;
pub use expectation::{lint, lint_complete, numbered, raises_question};
pub use finding::LintFinding;
pub use row::codec_fault;
pub use text::lint_texts;

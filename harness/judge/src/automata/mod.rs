//! Automata over bytes, pure: built from grammars, made smallest, compared, counted, learned from answers, drawn.

mod characters;
mod complete_tests;
mod drawing;
mod format;
mod forms;
pub(crate) mod grammar;
mod inference;
mod layout;
mod learner;
mod learning;
mod machine;
mod replacing;
mod rows;
mod suite;

pub use characters::characters;
pub use complete_tests::complete_tests;
pub use drawing::{SVG_STYLE, dot, svg};
pub use format::{KnownFormat, formats};
pub use forms::{form, shortest_form};
pub use grammar::{Ways, rfc3629, ways_of};
pub use inference::inferred;
use learner::Learner;
pub use learning::{Learned, learned};
pub use machine::{Identifiers, Machine};
pub use replacing::{Piece, PieceChange, ReplacingModel, pieces};
pub(crate) use rows::ranges_text;
pub use rows::{Row, brief_rows, rows};
pub use suite::{complete_words, cut_words, family, letters, stepwise_words};

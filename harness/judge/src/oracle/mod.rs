//! Independent sources of what a standard says. They share no code and no table; only the type of their answer.

pub mod arithmetic;
pub mod automaton;
mod encoding_form;
mod opinion;
mod replacement;
mod standard_library;
mod stream;
mod text_source;

pub use opinion::{Opinion, Oracle};
pub(crate) use replacement::by_standard_library;
pub use stream::{Reach, Shown, ShownFailure};
pub use text_source::TextSource;

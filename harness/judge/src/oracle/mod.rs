//! Independent sources of what a standard says. They share no code and no table; only the type of their answer.

pub mod arithmetic;
mod automaton;
mod opinion;
mod standard_library;

pub use opinion::{Opinion, Oracle};

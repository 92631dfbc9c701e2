//! The program `workshop`. Only this prints.

mod args;
mod dispatch;
mod mutants;
mod vectors;

pub use dispatch::main;

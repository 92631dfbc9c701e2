//! The command line. Only this prints.

mod adapters;
mod args;
mod dispatch;
mod error;
mod explain;
mod interrupt;
mod list;
mod output;
mod progress;
mod run;
mod selftest;
mod show;
mod suite;
mod vectors;

pub(crate) use dispatch::main;

//! The command line. Only this prints.

mod adapter;
mod adapters;
mod args;
mod baseline;
mod diff;
mod dispatch;
mod error;
mod event_file;
mod explain;
mod files;
mod format;
mod fuzz;
mod input_file;
mod interrupt;
mod list;
mod mutants;
mod mutants_of_kinds;
mod output;
mod own_decoder;
mod progress;
mod promote;
mod render;
mod report_file;
mod run;
mod run_arguments;
mod selftest;
mod show;
mod suite;
mod vectors;
mod worker;

pub(crate) use dispatch::main;

//! The program `engines`. Only this prints.

mod dispatch;
mod promote;
mod search;
mod search_arguments;

pub(crate) use dispatch::main;

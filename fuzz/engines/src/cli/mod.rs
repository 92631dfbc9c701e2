//! The program `engines`. Only this prints.

mod dispatch;
mod promote;
mod search;

pub(crate) use dispatch::main;

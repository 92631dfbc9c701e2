//! One page that holds a whole record and needs nothing else: no server, no network, and for reading no script.

mod automaton;
mod card;
mod cause;
mod data;
mod matrix;
mod page;
mod table;

pub use page::html;

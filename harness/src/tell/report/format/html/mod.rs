//! One page that holds a whole record and needs nothing else: no server, no network, and for reading no script.

mod card;
mod cause;
mod cluster;
mod data;
mod decoder;
mod link;
mod matrix;
mod page;
mod sections;
mod summary;
mod table;
mod tone;
mod vector;

pub use page::html;

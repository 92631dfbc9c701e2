//! One page that holds a whole record and needs nothing else: no server, no network, and for reading no script.

mod acceptance;
mod data;
mod decoder;
mod link;
mod matrix;
mod page;
mod replacement;
mod summary;
mod vector;

pub use page::html;

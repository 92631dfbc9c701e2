//! One page that holds a whole record and needs nothing else: no server, no network, and for reading no script.

mod acceptance;
mod alike;
mod baselines;
mod behaviour;
mod cluster;
mod data;
mod decoder;
mod incidents;
mod kinds;
mod link;
mod matrix;
mod page;
mod replacement;
mod script;
mod story;
mod summary;
mod vector;

pub use page::html;

//! The search of several targets, and what it finds: one finding for each fault.

mod campaign;
mod finding;
mod text;

pub(crate) use campaign::{Campaign, Record};
pub(crate) use finding::Finding;
pub(crate) use text::record_text;

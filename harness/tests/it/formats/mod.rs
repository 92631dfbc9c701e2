//! The formats for machines: each is read by a real consumer, or held to the official schema. What junitparser for Python
//! reads is among the tests that need a tool. Golden files are written anew by
//! `SNAPSHOTS=overwrite cargo test -p illformed --test it formats`.

mod events;
pub(crate) mod github;
mod hostile;
mod junit;
mod many_decoders;
pub(crate) mod markdown;
mod outcomes;
mod page;
mod sarif;
mod sent;
mod surveyed;

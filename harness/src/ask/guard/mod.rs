//! Decoders of this process asked where they cannot look beyond their input unseen: every input ends with a page behind
//! which nothing can be read, and begins at each offset of an aligned block.
//!
//! A decoder that reads too far is killed, and its process with it; so `illformed worker NAME` is a process of its own,
//! and is supervised as any other adapter.

mod pages;
mod placed;
mod worker;

pub use worker::{OVER_READER, work};

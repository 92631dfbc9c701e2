//! Inputs that are made instead of listed: a search for what a decoder fails, and what it finds as vectors.

pub mod black_box;
#[cfg(feature = "cli")]
pub mod identify;
#[cfg(feature = "cli")]
pub mod promote;
#[cfg(feature = "cli")]
pub mod sweep;

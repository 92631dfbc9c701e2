//! The codec against its standards, its peers and itself.

mod bytes;
mod dialects;
mod encoding;
mod exhaustive;
mod kinds;
mod literals;
mod policies;
mod streaming;
mod structure;

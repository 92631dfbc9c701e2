//! The encoders, detectors and readers of labels of this process.

mod all;
mod codec;
#[cfg(feature = "peers")]
mod encoding_rs;
#[cfg(feature = "peers")]
mod serde_json;
mod standard_library;

pub use all::{peers, peers_of};

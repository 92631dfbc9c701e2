//! The implementations of this process. Each has a file, which drives it and claims what it documents, and which never
//! computes what the API does not report.

#[cfg(feature = "peers")]
mod bstr;
mod codec;
#[cfg(feature = "peers")]
mod encoding_rs;
#[cfg(feature = "peers")]
mod serde_json;
#[cfg(feature = "peers")]
mod simdutf8;
mod standard_library;
#[cfg(feature = "peers")]
mod utf8parse;

use crate::ask::adapter::in_process::session::InProcessAdapter;

/// All in-process adapters of this build, ours first. The versions of other people's crates are the ones that
/// `Cargo.lock` names; a test holds them equal.
pub fn all() -> Vec<InProcessAdapter> {
    let adapter = InProcessAdapter::new;
    vec![
        adapter("codec", "illformed-codec", env!("CARGO_PKG_VERSION"), codec::decoders),
        adapter("std", "Rust std", env!("ILLFORMED_RUSTC_VERSION"), standard_library::decoders),
        #[cfg(feature = "peers")]
        adapter("bstr", "bstr", "1.13.1", bstr::decoders),
        #[cfg(feature = "peers")]
        adapter("encoding-rs", "encoding_rs", "0.8.44", encoding_rs::decoders),
        #[cfg(feature = "peers")]
        adapter("serde-json", "serde_json", "1.0.154", serde_json::decoders),
        #[cfg(feature = "peers")]
        adapter("simdutf8", "simdutf8", "0.1.5", simdutf8::decoders),
        #[cfg(feature = "peers")]
        adapter("utf8parse", "utf8parse", "0.2.2", utf8parse::decoders),
    ]
}

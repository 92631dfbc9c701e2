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
    #[cfg_attr(not(feature = "peers"), expect(unused_mut, reason = "peers are pushed to it"))]
    let mut adapters = vec![codec::ADAPTER, standard_library::ADAPTER];
    #[cfg(feature = "peers")]
    adapters.extend([
        bstr::ADAPTER,
        encoding_rs::ADAPTER,
        serde_json::ADAPTER,
        simdutf8::ADAPTER,
        utf8parse::ADAPTER,
    ]);
    adapters
}

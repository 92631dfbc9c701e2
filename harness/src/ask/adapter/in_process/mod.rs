//! Decoders of this process: our codec, and with the feature `peers` other people's crates.
//!
//! Each file drives one implementation and claims what that documents. It never computes what the API does not report.

#[cfg(feature = "peers")]
mod bstr;
#[cfg(feature = "peers")]
mod canary;
mod codec;
#[cfg(feature = "peers")]
mod encoding_rs;
mod observed;
#[cfg(feature = "peers")]
mod serde_json;
mod serve;
mod session;
#[cfg(feature = "peers")]
mod simdutf8;
mod standard_library;
#[cfg(feature = "peers")]
mod utf8parse;

#[cfg(feature = "peers")]
pub(crate) use canary::output;
#[cfg(feature = "peers")]
pub use canary::set_canary;
pub use illformed_judge::in_process::{
    DecodeFn, InProcessDecoder, Stream, StreamError, StreamFn, run_script,
};
pub use serve::serve;
#[cfg(all(unix, feature = "cli"))]
pub(crate) use serve::{introduce, next_request};
pub use session::{InProcessAdapter, all};

//! Decoders of this process: our codec, and with the feature `peers` other people's crates.

#[cfg(feature = "peers")]
mod canary;
mod implementation;
mod observed;
mod serve;
mod session;

#[cfg(feature = "peers")]
pub use canary::set_canary;
pub use illformed_judge::in_process::{
    DecodeFn, InProcessDecoder, Stream, StreamError, StreamFn, run_script,
};
pub use implementation::all;
pub use serve::serve;
#[cfg(all(unix, feature = "cli"))]
pub(crate) use serve::{introduce, next_request};
pub use session::InProcessAdapter;

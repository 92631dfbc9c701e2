//! Telling UTF-8 from something else: by the form of the bytes, and what RFC 2279 says of old Hangul.

mod detected;
mod old_hangul;

pub use detected::{Detected, detect};
pub(crate) use old_hangul::is_pre_amendment_5_hangul;

//! Telling UTF-8 from something else: by the form of the bytes, by a label, and what RFC 2279 says of old Hangul.

mod detected;
mod label;
mod old_hangul;

pub use detected::{Detected, detect};
pub use label::{Label, LabelTable};
pub(crate) use old_hangul::is_pre_amendment_5_hangul;

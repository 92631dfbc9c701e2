//! A UTF-8 codec that is written to be believed.
//!
//! It decodes to [`Event`]s that tile the input, so that every other answer (is it well-formed, where does it stop
//! being so, what is the text with errors replaced) is a simple function of them. It knows why something is
//! ill-formed ([`ErrorKind`]), decodes in chunks ([`Decoder`]), knows the replacement policies found in the wild
//! ([`Policy`]) and both RFCs ([`Profile`]). It allocates nothing, depends on nothing and has no unsafe code.
//!
//! | to | use |
//! |---|---|
//! | check bytes | [`validate`] |
//! | see what is in them | [`events`] |
//! | decode a stream | [`Decoder`], with [`Replacer`] for text |
//! | decode whatever comes | [`decode_lossy`] |
//! | encode | [`encode`], [`encode_utf16`]; to UTF-16 [`utf16_units`] |
//! | find a character's start | [`floor_char_boundary`], [`ceil_char_boundary`], [`is_char_boundary`] |
//!
//! Offsets and lengths are in bytes throughout, except in UTF-16, where they are in units.
//!
//! [`Event`], [`ErrorKind`] and [`Profile`] are exhaustive: the standards are closed, and whoever matches on them wants to
//! hear of a change. [`Policy`] is not: decoders in the wild may replace errors in another way.
//!
//! # Examples
//!
//! ```
//! use illformed_codec::{ErrorKind, Profile, validate};
//!
//! // The six-byte form that RFC 2279 had and RFC 3629 took away.
//! let bytes = b"\xFD\xBF\xBF\xBF\xBF\xBF";
//! assert!(validate(bytes, Profile::Rfc2279).is_ok());
//! assert_eq!(validate(bytes, Profile::Rfc3629).unwrap_err().kind(), ErrorKind::LegacyForm);
//! ```

#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod boundary;
mod cp1252;
mod encode;
mod error;
mod event;
mod grammar;
mod named;
mod policy;
mod profile;
mod reference;
mod stream;
mod utf16;

pub use crate::boundary::{ceil_char_boundary, floor_char_boundary, is_char_boundary};
pub use crate::encode::{EncodeError, Encoded, encode};
pub use crate::error::DecodeError;
pub use crate::event::{ErrorKind, Event};
pub use crate::policy::{
    DecodeLossy, ParsePolicyError, Policy, REPLACEMENT, ReplacedCodes, Replacer, decode_lossy, escaped_byte,
};
pub use crate::profile::{ParseProfileError, Profile};
pub use crate::reference::{Events, events, validate};
pub use crate::stream::Decoder;
pub use crate::utf16::{EncodeUtf16, LoneSurrogate, Units, encode_utf16, utf16_units};

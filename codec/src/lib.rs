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
//! | tell UTF-8 from something else | [`detect`], [`decode_detected`], [`Label::parse`] |
//! | find a character's start | [`floor_char_boundary`], [`ceil_char_boundary`], [`is_char_boundary`] |
//!
//! Offsets and lengths are in bytes throughout, except in UTF-16, where they are in units.
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
// Where no fault can be switched on, what a fault would change is bound to itself and asked for `true`.
#![cfg_attr(
    not(feature = "planted-faults"),
    expect(clippy::redundant_locals, clippy::nonminimal_bool, reason = "the hooks of planted faults")
)]

mod bom;
mod boundary;
mod cp1252;
mod detect;
mod encode;
mod error;
mod event;
mod grammar;
mod hangul;
mod label;
mod planted_fault;
mod policy;
mod profile;
mod reference;
mod stream;
mod utf16;

pub use crate::bom::Bom;
pub use crate::boundary::{ceil_char_boundary, floor_char_boundary, is_char_boundary};
pub use crate::detect::{DecodeDetected, Detected, Fallback, decode_detected, detect};
pub use crate::encode::{Encoded, NotEncodable, encode};
pub use crate::error::IllFormed;
pub use crate::event::{ErrorKind, Event};
pub use crate::hangul::is_pre_amendment_5_hangul;
pub use crate::label::{Label, LabelTable, NotUtf8Label};
#[cfg(feature = "planted-faults")]
pub use crate::planted_fault::{PlantedFault, plant};
pub use crate::policy::{
    Codes, DecodeLossy, Policy, REPLACEMENT, Replacer, UnknownPolicy, decode_lossy, escaped_byte,
};
pub use crate::profile::{Profile, UnknownProfile};
pub use crate::reference::{Events, events, validate};
pub use crate::stream::Decoder;
pub use crate::utf16::{EncodeUtf16, LoneSurrogate, Units, encode_utf16, utf16_units};

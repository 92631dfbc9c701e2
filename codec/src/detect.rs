//! Telling UTF-8 from other encodings by its form alone: "Software can check for UTF-8 correctness, and if that fails
//! assume the input to be in the legacy encoding" (Wikipedia's UTF-8 of 2012). Nothing is guessed from frequencies or from
//! a language.

use crate::planted_fault::{const_unless_planted, faulty};
use crate::{DecodeLossy, ErrorKind, Policy, Profile, cp1252, decode_lossy, validate};
use core::fmt;

/// What bytes look like.
///
/// RFC 2279 section 1 promises that "the probability that a string of characters in any other encoding appears as valid
/// UTF-8 is low, diminishing with increasing string length", and no more: [`Utf8`](Self::Utf8) may be wrong of short
/// texts (`C2 A3` is the Latin-1 of two characters, too), [`Other`](Self::Other) never is of whole ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Detected {
    /// No byte above `7F`, as in the empty text. ASCII and all that extends it read the same; UTF-7, ISO-2022 and HZ, which
    /// write other characters with such bytes, look like this as well.
    Ascii,
    /// Well-formed, with a character above U+007F.
    Utf8,
    /// The same after the signature `EF BB BF` (RFC 3629 section 6), or nothing but it.
    Utf8WithBom,
    /// Well-formed up to the last 1 to 3 bytes, which more could complete: UTF-8 that was cut there, or a text that is
    /// whole and something else.
    Cut {
        /// The byte offset at which the incomplete sequence starts.
        at: usize,
    },
    /// Ill-formed: not UTF-8, whatever follows.
    Other {
        /// The byte offset of the first error.
        at: usize,
    },
}

impl Detected {
    /// The name used in vectors and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Utf8 => "utf-8",
            Self::Utf8WithBom => "utf-8-bom",
            Self::Cut { .. } => "utf-8-cut",
            Self::Other { .. } => "other",
        }
    }

    const_unless_planted! {
    /// The byte offset of the first error or of the incomplete end, if there is one.
    pub const fn at(self) -> Option<usize> {
        match self {
            Self::Cut { at } => faulty!(Some(at); DetectedAt => Some(at).filter(|at| *at > 1000)),
            Self::Other { at } => Some(at),
            Self::Ascii | Self::Utf8 | Self::Utf8WithBom => None,
        }
    }
    }
}

impl fmt::Display for Detected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What `bytes` look like under `rfc3629`: a whole text, or the start of one.
///
/// # Examples
///
/// ```
/// use illformed_codec::{Detected, detect};
///
/// assert_eq!(detect(b"plain"), Detected::Ascii);
/// assert_eq!(detect(b"caf\xC3\xA9"), Detected::Utf8);
/// assert_eq!(detect(b"caf\xE9s"), Detected::Other { at: 3 });
/// // The end of the text, in Latin-1, or the end of what was read, in UTF-8: the bytes do not say.
/// assert_eq!(detect(b"caf\xE9"), Detected::Cut { at: 3 });
/// ```
pub fn detect(bytes: &[u8]) -> Detected {
    match validate(bytes, Profile::Rfc3629) {
        Err(error) if error.kind() == ErrorKind::Incomplete && faulty!(true; DetectCut => false) => {
            Detected::Cut { at: error.valid_up_to() }
        }
        Err(error) => Detected::Other { at: error.valid_up_to() },
        Ok(()) if bytes.is_ascii() => {
            faulty!(Detected::Ascii; DetectAscii => if bytes.is_empty() { Detected::Utf8 } else { Detected::Ascii })
        }
        Ok(()) if bytes.starts_with(b"\xEF\xBB\xBF") => {
            faulty!(Detected::Utf8WithBom; DetectBom => if bytes.len() == 3 { Detected::Utf8 } else { Detected::Utf8WithBom })
        }
        Ok(()) => Detected::Utf8,
    }
}

/// The encoding that is assumed of what is not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fallback {
    /// ISO 8859-1: each byte is the character of the same number.
    Latin1,
    /// windows-1252, the five undefined bytes as in [`Policy::Cp1252`].
    Cp1252,
}

/// The codes of `bytes`, a whole text: as UTF-8 if it is well-formed, else *all of it* in the `fallback` encoding. An
/// incomplete end is ill-formed here, since nothing follows.
///
/// This is not [`Policy::Latin1`], which takes only the errors for another encoding and leaves the sequences between them:
/// here a text has one encoding. A signature is kept; see [`Bom`](crate::Bom).
///
/// # Examples
///
/// ```
/// use illformed_codec::{Fallback, decode_detected};
///
/// assert!(decode_detected(b"\xC3\xA9", Fallback::Latin1).eq([0xE9]));
/// // One error, and the two bytes before it are two characters.
/// assert!(decode_detected(b"\xC3\xA9\xE9", Fallback::Latin1).eq([0xC3, 0xA9, 0xE9]));
/// assert!(decode_detected(b"\x80 5", Fallback::Cp1252).eq([0x20AC, 0x20, 0x35]));
/// ```
pub fn decode_detected(bytes: &[u8], fallback: Fallback) -> DecodeDetected<'_> {
    let detected = detect(bytes);
    let codes = match detected {
        Detected::Cut { .. } | Detected::Other { .. } => Reading::Fallback { bytes, fallback },
        Detected::Ascii | Detected::Utf8 | Detected::Utf8WithBom => {
            // There are no errors, so the policy has nothing to say.
            Reading::Utf8(decode_lossy(bytes, Profile::Rfc3629, Policy::Fatal))
        }
    };
    DecodeDetected { detected, codes }
}

/// Iterator over codes, all of them scalar values; see [`decode_detected`].
#[derive(Debug, Clone)]
pub struct DecodeDetected<'a> {
    detected: Detected,
    codes: Reading<'a>,
}

#[derive(Debug, Clone)]
enum Reading<'a> {
    Utf8(DecodeLossy<'a>),
    Fallback { bytes: &'a [u8], fallback: Fallback },
}

impl DecodeDetected<'_> {
    /// What the bytes look like.
    pub const fn detected(&self) -> Detected {
        self.detected
    }
}

impl Iterator for DecodeDetected<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match &mut self.codes {
            Reading::Utf8(codes) => codes.next(),
            Reading::Fallback { bytes, fallback } => {
                let (&first, rest) = bytes.split_first()?;
                *bytes = rest;
                Some(match fallback {
                    Fallback::Latin1 => u32::from(first),
                    Fallback::Cp1252 => cp1252::decode(first),
                })
            }
        }
    }
}

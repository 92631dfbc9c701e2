//! What a lax decoder makes of ill-formed bytes.

use crate::expected::loose_sequence;
use crate::explain::spaced_hex;
use crate::oracle::arithmetic::{Limits, events};
use illformed_vectors::hex;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// A forbidden sequence, and the number that it encodes to a decoder that does not check it. It is displayed as `C0 AE would
/// be U+002E '.'`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LaxReading {
    /// Where the sequence first stands, in bytes.
    pub offset: usize,
    /// Its bytes in hex.
    pub bytes: String,
    /// The number in hex, of at least four digits; it may be above 10FFFF.
    pub code: String,
}

impl fmt::Display for LaxReading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = spaced_hex(&hex::decode(&self.bytes).unwrap_or_default());
        let code = u32::from_str_radix(&self.code, 16).ok().and_then(char::from_u32);
        let shown = code.filter(|c| !c.is_control()).map_or_else(String::new, |c| format!(" '{c}'"));
        write!(formatter, "{bytes} would be U+{}{shown}", self.code)
    }
}

/// The sequences of `bytes` that RFC 3629 forbids and that encode a number if a lead byte and as many continuation bytes as it
/// announces are read, whatever they spell; each with what it would be, and each once.
///
/// # Examples
///
/// ```
/// use illformed_judge::explain::lax_readings;
///
/// let readings = lax_readings(b"a\xC0\xAE");
/// assert_eq!((readings[0].offset, readings[0].to_string().as_str()), (1, "C0 AE would be U+002E '.'"));
/// assert!(lax_readings(b"\xC3\xA9\xFF").is_empty());
/// ```
pub fn lax_readings(bytes: &[u8]) -> Vec<LaxReading> {
    let mut readings = Vec::new();
    let mut seen = BTreeSet::new();
    let mut end = 0;
    for error in events(bytes, Limits::RFC3629).into_iter().filter(|event| event.error_kind().is_some()) {
        if error.at() < end {
            continue;
        }
        let sequence = loose_sequence(&bytes[error.at()..]).filter(|(_, sequence)| sequence.len() > 1);
        let Some((value, sequence)) = sequence else { continue };
        end = error.at() + sequence.len();
        if seen.insert(sequence) {
            let (offset, bytes) = (error.at(), hex::encode(sequence));
            readings.push(LaxReading { offset, bytes, code: format!("{value:04X}") });
        }
    }
    readings
}

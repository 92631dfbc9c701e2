//! What a lax decoder makes of ill-formed bytes.

use crate::expected::loose_sequence;
use crate::explain::spaced_hex;
use crate::oracle::arithmetic::{Limits, events};
use std::collections::BTreeSet;

/// The sequences of `bytes` that RFC 3629 forbids and that encode a number if a lead byte and as many continuation bytes as it
/// announces are read, whatever they spell; each with what it would be, and each once.
///
/// # Examples
///
/// ```
/// use illformed_judge::explain::lax_readings;
///
/// assert_eq!(lax_readings(b"a\xC0\xAE"), ["C0 AE would be U+002E '.'"]);
/// assert!(lax_readings(b"\xC3\xA9\xFF").is_empty());
/// ```
pub fn lax_readings(bytes: &[u8]) -> Vec<String> {
    let mut readings = Vec::new();
    let mut seen = BTreeSet::new();
    let mut end = 0;
    for error in events(bytes, Limits::RFC3629).into_iter().filter(|event| event.error_kind().is_some()) {
        if error.at() < end {
            continue;
        }
        let sequence = loose_sequence(&bytes[error.at()..]).filter(|sequence| sequence.bytes.len() > 1);
        let Some(sequence) = sequence else { continue };
        end = error.at() + sequence.bytes.len();
        let character = u32::try_from(sequence.value).ok().and_then(char::from_u32);
        let shown = character.filter(|c| !c.is_control()).map_or_else(String::new, |c| format!(" '{c}'"));
        let reading = format!("{} would be U+{:04X}{shown}", spaced_hex(sequence.bytes), sequence.value);
        if seen.insert(sequence.bytes) {
            readings.push(reading);
        }
    }
    readings
}

//! What bytes look like is what others make of them, and what more bytes may still make of them.

use crate::property::agreement::{PropertyOutcome, none, same};
use illformed_judge::detection::{Detected, detect};

/// Returns when
///
/// * `detect` says what follows from `is_ascii`, `core::str::from_utf8` and the first three bytes;
/// * no start of the bytes looks like something that the bytes are not a continuation of.
pub fn detection_agrees(bytes: &[u8]) -> PropertyOutcome {
    agrees(bytes, detect)
}

fn agrees(bytes: &[u8], detect: fn(&[u8]) -> Detected) -> PropertyOutcome {
    let expected = match str::from_utf8(bytes) {
        Ok(_) if bytes.iter().all(|byte| *byte < 0x80) => Detected::Ascii,
        Ok(text) if text.starts_with('\u{FEFF}') => Detected::Utf8WithBom,
        Ok(_) => Detected::Utf8,
        Err(error) if error.error_len().is_none() => Detected::Cut { at: error.valid_up_to() },
        Err(error) => Detected::Other { at: error.valid_up_to() },
    };
    let whole = detect(bytes);
    same("look", ("detect", [whole]), ("std", [expected]))?;
    // Each start of the bytes may still become what they are: once it is ill-formed it stays so, at the same offset.
    let mut starts = (0..bytes.len()).rev().take(8).map(|end| (end, detect(&bytes[..end])));
    let wrong = starts.find(|(_, start)| match (*start, whole) {
        (Detected::Other { .. }, _) => *start != whole,
        (Detected::Cut { at }, Detected::Other { at: whole } | Detected::Cut { at: whole }) => at > whole,
        (Detected::Cut { .. }, _) => bytes.is_ascii(),
        (Detected::Utf8, Detected::Ascii) => true,
        (Detected::Utf8WithBom, Detected::Ascii | Detected::Utf8) => true,
        _ => false,
    });
    let wrong = wrong.map(|(end, start)| (end, start, whole));
    none("detect", "a start is what the whole cannot continue", wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&[u8]; 6] =
        [b"plain", b"caf\xC3\xA9", b"\xEF\xBB\xBFa", b"caf\xC3", b"caf\xE9s", b"\xEF\xBB\xBF\xFF"];

    #[test]
    fn a_detector_with_a_fault_is_seen() {
        let faulty: [fn(&[u8]) -> Detected; 5] = [
            |bytes| if bytes.is_ascii() { Detected::Utf8 } else { detect(bytes) },
            |bytes| match detect(bytes) {
                Detected::Utf8WithBom => Detected::Utf8,
                detected => detected,
            },
            |bytes| match detect(bytes) {
                Detected::Cut { at } => Detected::Other { at },
                detected => detected,
            },
            |bytes| match detect(bytes) {
                Detected::Other { at } => Detected::Other { at: at + 1 },
                detected => detected,
            },
            |bytes| if bytes.starts_with(b"\xEF\xBB\xBF") { Detected::Utf8WithBom } else { detect(bytes) },
        ];
        assert!(TEXTS.iter().all(|bytes| agrees(bytes, detect).is_ok()));
        for (number, faulty) in faulty.into_iter().enumerate() {
            assert!(TEXTS.iter().any(|bytes| agrees(bytes, faulty).is_err()), "fault {number}");
        }
    }

    #[test]
    fn a_detector_that_gives_up_too_early_is_seen_by_its_starts() {
        let early: fn(&[u8]) -> Detected = |bytes| match detect(bytes) {
            Detected::Cut { at } => Detected::Other { at },
            detected => detected,
        };
        assert_eq!(agrees(b"caf\xC3\xA9", detect), Ok(()));
        assert!(agrees(b"caf\xC3\xA9", early).is_err());
    }
}

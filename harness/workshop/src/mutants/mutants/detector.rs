//! Faulty detectors, each a small change of one that is right.

use crate::kinds::KindMutant;
use illformed::ask::kinds::{Ask, DetectReply, DetectorClaim, Peer};
use illformed_vectors::Detection;

const CLAIM: DetectorClaim = DetectorClaim { ascii: true, signature: true, cut: true, at: true };

/// A detector that is right.
fn detected(bytes: &[u8]) -> DetectReply {
    let without = |detected| DetectReply { detected, at: None };
    match str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => without(Detection::Ascii),
        Ok(text) if text.starts_with('\u{FEFF}') => without(Detection::Utf8Bom),
        Ok(_) => without(Detection::Utf8),
        Err(error) => DetectReply {
            detected: if error.error_len().is_some() { Detection::Other } else { Detection::Utf8Cut },
            at: Some(error.valid_up_to()),
        },
    }
}

/// Whether the leads announce as many continuation bytes as follow, whatever they are.
fn is_loosely_utf8(bytes: &[u8]) -> bool {
    let mut due = 0;
    for byte in bytes {
        let ones = byte.leading_ones();
        match (due, ones) {
            (0, 0) => {}
            (0, 2..=6) => due = ones - 1,
            (1.., 1) => due -= 1,
            _ => return false,
        }
    }
    due == 0
}

fn loosely(bytes: &[u8]) -> DetectReply {
    let right = detected(bytes);
    match right.detected {
        Detection::Other if is_loosely_utf8(bytes) => DetectReply { detected: Detection::Utf8, at: None },
        _ => right,
    }
}

fn by_the_first_1024(bytes: &[u8]) -> DetectReply {
    detected(&bytes[..bytes.len().min(1024)])
}

fn refusing_what_is_cut(bytes: &[u8]) -> DetectReply {
    let right = detected(bytes);
    match right.detected {
        Detection::Utf8Cut => DetectReply { detected: Detection::Other, ..right },
        _ => right,
    }
}

fn forgiving_what_is_cut(bytes: &[u8]) -> DetectReply {
    let right = detected(bytes);
    match (right.detected, right.at) {
        (Detection::Utf8Cut, Some(at)) => detected(&bytes[..at]),
        _ => right,
    }
}

fn believing_a_signature(bytes: &[u8]) -> DetectReply {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return DetectReply { detected: Detection::Utf8Bom, at: None };
    }
    detected(bytes)
}

fn needing_a_signature(bytes: &[u8]) -> DetectReply {
    let right = detected(bytes);
    match right.detected {
        Detection::Utf8 => DetectReply { detected: Detection::Other, at: Some(0) },
        _ => right,
    }
}

fn finding_a_signature_anywhere(bytes: &[u8]) -> DetectReply {
    let right = detected(bytes);
    match right.detected {
        Detection::Utf8 if bytes.windows(3).any(|three| three == b"\xEF\xBB\xBF") => {
            DetectReply { detected: Detection::Utf8Bom, at: None }
        }
        _ => right,
    }
}

fn waiting_for_what_cannot_come(bytes: &[u8]) -> DetectReply {
    let right = detected(bytes);
    match (right.detected, right.at) {
        // It looks at the lead alone to know that something is missing.
        (Detection::Other, Some(at)) if bytes[at] >= 0xC0 && at + 3 > bytes.len() => {
            DetectReply { detected: Detection::Utf8Cut, ..right }
        }
        _ => right,
    }
}

fn stopping_at_nul(bytes: &[u8]) -> DetectReply {
    detected(bytes.split(|byte| *byte == 0).next().unwrap_or_default())
}

fn guessing_latin_1(bytes: &[u8]) -> DetectReply {
    let right = detected(bytes);
    let pairs = bytes.iter().filter(|byte| matches!(byte, 0xC2 | 0xC3)).count();
    match right.detected {
        Detection::Utf8 if pairs == 1 && bytes.len() == 2 => {
            DetectReply { detected: Detection::Other, at: Some(0) }
        }
        _ => right,
    }
}

fn mutant(name: &'static str, does: &'static str, detect: fn(&[u8]) -> DetectReply) -> KindMutant {
    KindMutant { name, does, peer: peer(detect) }
}

fn peer(detect: fn(&[u8]) -> DetectReply) -> Peer {
    let ask = Ask::Detect(CLAIM, Box::new(detect));
    Peer { name: "zoo/detector".to_owned(), implementation: "zoo", api: "", ask }
}

/// The detector without a fault.
pub(super) fn right() -> Peer {
    peer(detected)
}

pub(super) fn mutants() -> Vec<KindMutant> {
    vec![
        mutant("d01", "counts continuation bytes, and takes any lead", loosely),
        mutant("d02", "looks at the first 1,024 bytes", by_the_first_1024),
        mutant("d03", "refuses a text that is cut in a character", refusing_what_is_cut),
        mutant("d04", "takes what is cut for whole", forgiving_what_is_cut),
        mutant("d05", "believes a signature", believing_a_signature),
        mutant("d06", "takes nothing for UTF-8 without a signature", needing_a_signature),
        mutant("d07", "finds a signature anywhere", finding_a_signature_anywhere),
        mutant("d08", "waits for bytes that cannot make it right", waiting_for_what_cannot_come),
        mutant("d09", "stops at U+0000", stopping_at_nul),
        mutant("d10", "takes two bytes from C2 or C3 on for Latin-1", guessing_latin_1),
    ]
}

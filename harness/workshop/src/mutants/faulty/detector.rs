//! Faulty detectors, each a small change of one that is right.

use crate::kinds::KindMutant;
use illformed::ask::kinds::{Ask, DetectReply, DetectorClaim, Peer};
use illformed_vectors::Detection;

const CLAIM: DetectorClaim = DetectorClaim { ascii: true, signature: true, cut: true, at: true };

/// A detector that is right.
fn detected(bytes: &[u8]) -> DetectReply {
    match str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() => reply(Detection::Ascii, None),
        Ok(text) if text.starts_with('\u{FEFF}') => reply(Detection::Utf8Bom, None),
        Ok(_) => reply(Detection::Utf8, None),
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

fn peer(detect: impl Fn(&[u8]) -> DetectReply + Send + Sync + 'static) -> Peer {
    let ask = Ask::Detect(CLAIM, Box::new(detect));
    Peer { name: "mutants/detector".to_owned(), implementation: "mutants", api: "", ask }
}

/// The detector without a fault.
pub(super) fn right() -> Peer {
    peer(detected)
}

/// A mutant that is right but for what `change` makes of the bytes and the right reply.
fn changed(
    name: &'static str,
    does: &'static str,
    change: fn(&[u8], DetectReply) -> DetectReply,
) -> KindMutant {
    KindMutant { name, does, peer: peer(move |bytes| change(bytes, detected(bytes))) }
}

const fn reply(detected: Detection, at: Option<usize>) -> DetectReply {
    DetectReply { detected, at }
}

const SIGNATURE: &[u8] = b"\xEF\xBB\xBF";

pub(super) fn mutants() -> Vec<KindMutant> {
    use Detection::{Other, Utf8, Utf8Bom, Utf8Cut};
    vec![
        changed("d01", "counts continuation bytes, and takes any lead", |bytes, right| {
            match right.detected {
                Other if is_loosely_utf8(bytes) => reply(Utf8, None),
                _ => right,
            }
        }),
        changed("d02", "looks at the first 1,024 bytes", |bytes, _| {
            detected(&bytes[..bytes.len().min(1024)])
        }),
        changed("d03", "refuses a text that is cut in a character", |_, right| match right.detected {
            Utf8Cut => reply(Other, right.at),
            _ => right,
        }),
        changed("d04", "takes what is cut for whole", |bytes, right| match (right.detected, right.at) {
            (Utf8Cut, Some(at)) => detected(&bytes[..at]),
            _ => right,
        }),
        changed("d05", "believes a signature", |bytes, right| {
            if bytes.starts_with(SIGNATURE) { reply(Utf8Bom, None) } else { right }
        }),
        changed("d06", "takes nothing for UTF-8 without a signature", |_, right| match right.detected {
            Utf8 => reply(Other, Some(0)),
            _ => right,
        }),
        changed("d07", "finds a signature anywhere", |bytes, right| match right.detected {
            Utf8 if bytes.windows(3).any(|three| three == SIGNATURE) => reply(Utf8Bom, None),
            _ => right,
        }),
        changed("d08", "waits for bytes that cannot make it right", |bytes, right| match right.at {
            // It looks at the lead alone to know that something is missing.
            Some(at) if right.detected == Other && bytes[at] >= 0xC0 && at + 3 > bytes.len() => {
                reply(Utf8Cut, right.at)
            }
            _ => right,
        }),
        changed("d09", "stops at U+0000", |bytes, _| {
            detected(bytes.split(|byte| *byte == 0).next().unwrap_or_default())
        }),
        changed("d10", "takes two bytes from C2 or C3 on for Latin-1", |bytes, right| match right.detected {
            Utf8 if bytes.len() == 2 && matches!(bytes[0], 0xC2 | 0xC3) => reply(Other, Some(0)),
            _ => right,
        }),
    ]
}

//! Faulty detectors, each a small change of one that is right.

use crate::kinds::judging::{Ask, Detected};
use crate::kinds::lint::detected_by_std as detected;
use crate::kinds::mutants::Mutant;

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

fn asked(detect: impl Fn(&[u8]) -> Detected + 'static) -> Ask {
    Ask::Detect { cut: true, detect: Box::new(detect) }
}

/// The detector without a fault.
pub(super) fn right() -> Ask {
    asked(detected)
}

/// A mutant that is right but for what `change` makes of the bytes and the right reply.
fn changed(name: &'static str, does: &'static str, change: fn(&[u8], Detected) -> Detected) -> Mutant {
    Mutant { name, does, ask: asked(move |bytes| change(bytes, detected(bytes))) }
}

const UTF8: &str = "utf-8";
const CUT: &str = "utf-8-cut";
const WITH_BOM: &str = "utf-8-bom";
const OTHER: &str = "other";

const SIGNATURE: &[u8] = b"\xEF\xBB\xBF";

pub(super) fn mutants() -> Vec<Mutant> {
    vec![
        changed("d01", "counts continuation bytes, and takes any lead", |bytes, right| match right.0 {
            OTHER if is_loosely_utf8(bytes) => (UTF8, None),
            _ => right,
        }),
        changed("d02", "looks at the first 1,024 bytes", |bytes, _| {
            detected(&bytes[..bytes.len().min(1024)])
        }),
        changed("d03", "refuses a text that is cut in a character", |_, right| match right.0 {
            CUT => (OTHER, right.1),
            _ => right,
        }),
        changed("d04", "takes what is cut for whole", |bytes, right| match (right.0, right.1) {
            (CUT, Some(at)) => detected(&bytes[..at]),
            _ => right,
        }),
        changed("d05", "believes a signature", |bytes, right| {
            if bytes.starts_with(SIGNATURE) { (WITH_BOM, None) } else { right }
        }),
        changed("d06", "takes nothing for UTF-8 without a signature", |_, right| match right.0 {
            UTF8 => (OTHER, Some(0)),
            _ => right,
        }),
        changed("d07", "finds a signature anywhere", |bytes, right| match right.0 {
            UTF8 if bytes.windows(3).any(|three| three == SIGNATURE) => (WITH_BOM, None),
            _ => right,
        }),
        changed("d08", "waits for bytes that cannot make it right", |bytes, right| match right.1 {
            // It looks at the lead alone to know that something is missing.
            Some(at) if right.0 == OTHER && bytes[at] >= 0xC0 && at + 3 > bytes.len() => (CUT, right.1),
            _ => right,
        }),
        changed("d09", "stops at U+0000", |bytes, _| {
            detected(bytes.split(|byte| *byte == 0).next().unwrap_or_default())
        }),
        changed("d10", "takes two bytes from C2 or C3 on for Latin-1", |bytes, right| match right.0 {
            UTF8 if bytes.len() == 2 && matches!(bytes[0], 0xC2 | 0xC3) => (OTHER, Some(0)),
            _ => right,
        }),
    ]
}

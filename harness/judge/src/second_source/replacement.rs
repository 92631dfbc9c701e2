//! The replacement policies on a whole text: its events are cut into stretches of codes and stretches of errors, and each
//! policy is a question about the bytes of a stretch. Nothing is carried from one event to the next.

use illformed_codec::{Event, Policy};

const REPLACEMENT: u32 = 0xFFFD;

/// The characters of windows-1252 for the bytes `80..9F`, as Unicode's table prints them. The five bytes that the table
/// leaves undefined are C1 controls in the WHATWG's.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// An error's place in the input.
#[derive(Debug, Clone, Copy)]
struct Span {
    at: usize,
    end: usize,
}

/// The codes of `bytes` with the errors among `events` replaced by `policy`. The events are in order and need not cover
/// all bytes. `None` for a policy that is not known here.
pub(crate) fn replaced(bytes: &[u8], events: &[Event], policy: Policy) -> Option<Vec<u32>> {
    let mut codes = Vec::with_capacity(bytes.len());
    let stretches =
        events.chunk_by(|one, next| matches!(one, Event::Code { .. }) == matches!(next, Event::Code { .. }));
    for stretch in stretches {
        let mut errors = Vec::new();
        for event in stretch {
            match *event {
                Event::Code { value, .. } => codes.push(value),
                Event::Error { at, len, .. } => errors.push(Span { at, end: at + len }),
            }
        }
        let (Some(first), Some(last)) = (errors.first(), errors.last()) else { continue };
        let Some(covered) = bytes.get(first.at..last.end) else { continue };
        match policy {
            Policy::Fatal => return Some(codes),
            Policy::Drop => {}
            Policy::PerRun => codes.push(REPLACEMENT),
            Policy::MaximalSubpart => codes.extend(errors.iter().map(|_| REPLACEMENT)),
            Policy::PerByte => codes.extend(covered.iter().map(|_| REPLACEMENT)),
            Policy::Latin1 => codes.extend(covered.iter().map(|byte| u32::from(char::from(*byte)))),
            Policy::Cp1252 => codes.extend(covered.iter().map(|byte| u32::from(windows_1252(*byte)))),
            // A trailing surrogate has ten free bits; the byte is the lowest eight of them.
            Policy::Utf8b => codes.extend(covered.iter().map(|byte| 0x37 * 0x400 + u32::from(*byte))),
            Policy::PerDeclaredSequence => codes.extend(units(covered, &errors, declared_end)),
            Policy::Java => codes.extend(units(covered, &errors, surrogate_end)),
            _ => return None,
        }
    }
    Some(codes)
}

/// One U+FFFD for each unit of the adjacent `errors`, which cover `covered`. A unit starts with the first error after the
/// unit before. It ends where `end_of` says of the bytes from its start, and never inside an error.
fn units(covered: &[u8], errors: &[Span], end_of: fn(&[u8]) -> usize) -> Vec<u32> {
    let mut replacements = Vec::new();
    let base = errors.first().map_or(0, |error| error.at);
    let mut unit_end = base;
    for error in errors {
        if error.at >= unit_end {
            unit_end = error.at + end_of(&covered[error.at - base..]);
            replacements.push(REPLACEMENT);
        }
        unit_end = unit_end.max(error.end);
    }
    replacements
}

/// How many of `bytes` belong to the sequence that the first one declares, whatever any standard says of that length.
fn declared_end(bytes: &[u8]) -> usize {
    let declared = match bytes.first() {
        Some(0xFE..) => 1,
        Some(0xFC..) => 6,
        Some(0xF8..) => 5,
        Some(0xF0..) => 4,
        Some(0xE0..) => 3,
        Some(0xC0..) => 2,
        _ => 1,
    };
    let tails = bytes.iter().skip(1).take(declared - 1).take_while(|byte| **byte / 64 == 2);
    1 + tails.count()
}

/// How many of `bytes` are a surrogate in three bytes, complete or cut; 1 when they start none.
fn surrogate_end(bytes: &[u8]) -> usize {
    match bytes {
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => 3,
        [0xED, 0xA0..=0xBF, ..] => 2,
        _ => 1,
    }
}

fn windows_1252(byte: u8) -> char {
    let high = usize::from(byte).checked_sub(0x80);
    high.and_then(|number| WINDOWS_1252.get(number).copied()).unwrap_or(char::from(byte))
}

//! Inputs as reports show them and as people type them: `E2 82 AC`, `41*63 C2`, `calls C3 | A9 | .`

use crate::explain::spaced_hex;
use illformed_vectors::{Call, Input, Script};

/// The longest unit of a repeat that is looked for, in bytes or calls.
const LONGEST_UNIT: usize = 12;

/// A repeat of fewer bytes is written out.
const LEAST_BYTES: usize = 8;

/// A repeat of fewer calls is written out.
const LEAST_CALLS: usize = 8;

/// An input for a reader: its bytes as [`shown_bytes`] writes them, `calls` and the script as [`shown_calls`] does, or
/// `(no bytes)`.
pub fn shown_input(input: &Input) -> String {
    match input {
        Input::Bytes(bytes) if bytes.is_empty() => "(no bytes)".to_owned(),
        Input::Bytes(bytes) => shown_bytes(bytes),
        Input::Calls(script) => format!("calls {}", shown_calls(script)),
    }
}

/// Bytes in capitals with blanks between them. What is repeated over eight bytes or more is written once, with how often:
/// `41*63 C2`, `C3A9*32`.
pub fn shown_bytes(bytes: &[u8]) -> String {
    let term = |(unit, times): (&[u8], usize)| match times {
        1 => spaced_hex(unit),
        _ => format!("{}*{times}", spaced_hex(unit).replace(' ', "")),
    };
    repeats(bytes, LEAST_BYTES).into_iter().map(term).collect::<Vec<_>>().join(" ")
}

/// A script for a reader: `F0 9F | 98 80 | .`, with a bar between calls, since the bytes of a call have blanks between them.
/// An empty chunk is `-`, a finish `.` and a reset `~`; a single call of several bytes has a bar behind it. Calls that are repeated to eight or more are written once:
/// `(41 | ~)*255 | 80 | .`
pub fn shown_calls(script: &Script) -> String {
    let shown = |call: &Call| match call {
        Call::Feed(chunk) if chunk.is_empty() => "-".to_owned(),
        Call::Feed(chunk) => shown_bytes(chunk),
        Call::Finish => ".".to_owned(),
        Call::Reset => "~".to_owned(),
    };
    let text = joined_calls(&script.calls().iter().map(shown).collect::<Vec<_>>());
    // Without a bar, blanks would separate calls.
    if text.contains(' ') && !text.contains('|') { text + " |" } else { text }
}

/// `calls` with bars between them; those that are repeated to eight or more are written once.
pub(super) fn joined_calls(calls: &[String]) -> String {
    let group = |(calls, times): (&[String], usize)| match times {
        1 => calls.join(" | "),
        _ => format!("({})*{times}", calls.join(" | ")),
    };
    repeats(calls, LEAST_CALLS).into_iter().map(group).collect::<Vec<_>>().join(" | ")
}

/// `items` as units with how often each is repeated: what is not repeated, or not to `least` items, once.
pub fn repeats<T: PartialEq>(items: &[T], least: usize) -> Vec<(&[T], usize)> {
    let mut parts = Vec::new();
    let (mut plain, mut at) = (0, 0);
    while at < items.len() {
        let of_unit = |unit: usize| {
            let same = items[at..].iter().zip(&items[at + unit..]).take_while(|(one, other)| one == other);
            (unit, same.count() / unit + 1)
        };
        let longest_unit = LONGEST_UNIT.min(items.len() - at);
        let repeated =
            (1..=longest_unit).map(of_unit).find(|(unit, times)| *times > 2 && unit * times >= least);
        let Some((unit, times)) = repeated else {
            at += 1;
            continue;
        };
        if plain < at {
            parts.push((&items[plain..at], 1));
        }
        parts.push((&items[at..at + unit], times));
        at += unit * times;
        plain = at;
    }
    let rest = &items[plain..];
    if !rest.is_empty() {
        parts.push((rest, 1));
    }
    parts
}

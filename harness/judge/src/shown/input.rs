//! Inputs as reports show them.

use crate::expected;
use crate::explain::spaced_hex;
use illformed_vectors::{Call, Input, Script};

/// The bytes of each segment of an input as the record writes it, and whether the segment is finished. What is no input
/// has no segment.
pub fn segments(input: &str) -> Vec<(Vec<u8>, bool)> {
    input.parse().map_or_else(|_| Vec::new(), |input| expected::segments(&input))
}

/// An input as the record writes it, for a reader: an input without bytes is not an empty place.
pub fn shown_input(input: &str) -> &str {
    if input.is_empty() { "(no bytes)" } else { input }
}

/// The same with bytes in capitals, and calls as in [`shown_calls`].
pub fn capital_input(input: &str) -> String {
    let is_hex = !input.is_empty() && input.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex { input.to_uppercase() } else { with_shown_calls(input) }
}

/// The same with a blank between bytes, and calls as in [`shown_calls`]: `C3 A9`, `calls C3 | A9 | .`
pub fn spaced_input(input: &str) -> String {
    match input.parse() {
        Ok(Input::Bytes(bytes)) if !bytes.is_empty() => spaced_hex(&bytes),
        _ => with_shown_calls(input),
    }
}

/// The same with bytes as they are, and calls as in [`shown_calls`].
pub(crate) fn with_shown_calls(input: &str) -> String {
    match input.parse() {
        Ok(Input::Calls(script)) => format!("calls {}", shown_calls(&script)),
        _ => shown_input(input).to_owned(),
    }
}

/// A script for a reader: `F0 9F | 98 80 | .`, with a bar between calls, since the bytes of a call have blanks between them.
/// An empty chunk is `-`, a finish `.` and a reset `~`.
pub fn shown_calls(script: &Script) -> String {
    let shown = |call: &Call| match call {
        Call::Feed(chunk) if chunk.is_empty() => "-".to_owned(),
        Call::Feed(chunk) => spaced_hex(chunk),
        Call::Finish => ".".to_owned(),
        Call::Reset => "~".to_owned(),
    };
    script.calls().iter().map(shown).collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::{capital_input, segments, shown_input, spaced_input};

    #[test]
    fn bytes_and_the_calls_that_feed_them_are_read_and_shown_apart() {
        let feed = |bytes: &[u8], finished| vec![(bytes.to_vec(), finished)];
        for (input, shown, capital, spaced, read) in [
            ("c3a9", "c3a9", "C3A9", "C3 A9", feed(&[0xc3, 0xa9], true)),
            ("calls c3a9", "calls c3a9", "calls C3 A9", "calls C3 A9", feed(&[0xc3, 0xa9], false)),
            (
                "calls c3 a9 .",
                "calls c3 a9 .",
                "calls C3 | A9 | .",
                "calls C3 | A9 | .",
                feed(&[0xc3, 0xa9], true),
            ),
            ("", "(no bytes)", "(no bytes)", "(no bytes)", feed(&[], true)),
            ("calls - .", "calls - .", "calls - | .", "calls - | .", feed(&[], true)),
            ("calls ~", "calls ~", "calls ~", "calls ~", [feed(&[], false), feed(&[], false)].concat()),
            ("no input", "no input", "no input", "no input", Vec::new()),
        ] {
            assert_eq!((shown_input(input), capital_input(input).as_str()), (shown, capital));
            assert_eq!(spaced_input(input), spaced);
            assert_eq!(segments(input), read, "{input}");
        }
    }

    #[test]
    fn scripts_that_cut_the_same_bytes_elsewhere_are_shown_apart() {
        for (input, shown) in [
            ("calls f09f 9880 .", "calls F0 9F | 98 80 | ."),
            ("calls f0 9f 98 80 .", "calls F0 | 9F | 98 | 80 | ."),
            ("calls f09f9880 - . ~ 41", "calls F0 9F 98 80 | - | . | ~ | 41"),
        ] {
            assert_eq!(spaced_input(input), shown);
        }
    }
}
